import * as z from 'zod/mini'

/**
 * Reads what a column holds as JSON, against what we once wrote there.
 * @param what names it in the error
 * @throws Error where it holds something else
 */
export function readStored<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
  what: string,
): z.output<Schema> {
  const read = z.safeParse(schema, jsonOf(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${what} in the database cannot be read: ${issue?.path.join('.') || 'all of it'}: ${issue?.message}`)
}

/** The value that the text is JSON of; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
