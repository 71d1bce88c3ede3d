/**
 * What this browser was told by something that may say anything: its storage, which other versions of these pages wrote and
 * anybody at the device can change, a worker, a frame. Schemas are the server's (docs/decisions/0011-no-schemas-in-browsers.md).
 */

/** True for what has fields: no list, and not null. */
export function hasFields(told: unknown): told is Partial<Record<string, unknown>> {
  return typeof told === 'object' && told !== null && !Array.isArray(told)
}

/** The value that the text is JSON of; undefined of none. */
export function valueIn(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The fields of the object that the text is JSON of; none where it is none. */
export function fieldsIn(text: string | null | undefined): Partial<Record<string, unknown>> {
  const value = valueIn(text)
  return hasFields(value) ? value : {}
}

/** The text, or undefined of anything else. */
export function textOf(told: unknown): string | undefined {
  return typeof told === 'string' ? told : undefined
}
