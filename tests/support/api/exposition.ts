/** A series of the Prometheus text format. */
export interface Series {
  name: string
  labels: Record<string, string>
  value: number
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Inf)|nan)$/i
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy

/**
 * Reads the text format, version 0.0.4.
 * @throws Error with the first line that is none of it, or that belongs to no family with help and type
 */
export function readExposition(text: string): Series[] {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const families = new Map<string, string>()
  const helped = new Set<string>()
  const all: Series[] = []
  for (const row of text.split('\n').filter(Boolean)) {
    const [, kind, family, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(row) ?? []
    if (kind === 'HELP') helped.add(family!)
    else if (kind === 'TYPE') {
      if (families.has(family!)) throw new Error(`Declared twice: ${family}`)
      families.set(family!, rest!)
    } else all.push(seriesOf(row))
  }
  for (const { name } of all) {
    const family = families.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
    if (!families.has(family) || !helped.has(family)) throw new Error(`Of no family: ${name}`)
  }
  return all
}

function seriesOf(row: string): Series {
  const [, name, inside = '', value] = line.exec(row) ?? []
  if (!name || !value) throw new Error(`No series: ${row}`)
  const pairs = [...inside.matchAll(label)]
  if (pairs.reduce((length, [pair]) => length + pair.length, 0) !== inside.length) throw new Error(`Labels of: ${row}`)
  const labels = Object.fromEntries(pairs.map(([, key, text]) => [key!, text!]))
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) }
}

/** The value of the one series that has these labels; undefined when there is none. */
export function valueOf(all: Series[], name: string, labels: Record<string, string> = {}): number | undefined {
  const found = all.filter(
    (series) => series.name === name && Object.entries(labels).every(([key, value]) => series.labels[key] === value),
  )
  if (found.length > 1) throw new Error(`Several series are ${name} ${JSON.stringify(labels)}`)
  return found[0]?.value
}
