/** Codes a day, by country. */
export interface CountryCaps {
  /** By calling code. */
  named: ReadonlyMap<string, number>
  /** Of every country that is not named. */
  others: number
}

/**
 * Reads `91=20000, 971=2000, others=500`.
 * @returns undefined when a part is something else, a country stands there twice, or `others` is missing
 */
export function countryCapsIn(list: string): CountryCaps | undefined {
  const named = new Map<string, number>()
  for (const part of list.split(',')) {
    const [, country, count] = /^\s*([1-9]\d{0,3}|others)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? []
    if (country === undefined || named.has(country)) return undefined
    named.set(country, Number(count))
  }
  const others = named.get('others')
  named.delete('others')
  return others === undefined ? undefined : { named, others }
}
