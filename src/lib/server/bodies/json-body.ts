import { ApiError } from '../../both/calls/errors.ts'
import { tooLarge } from './body-bytes.ts'

/** Lists and objects in one another. Ours have 4. */
export const MOST_LEVELS = 20

/** Elements of lists and keys of objects, all together. The longest of ours, the times of an exam's questions, has 3,000. */
export const MOST_VALUES = 10_000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * What JSON says; an empty body is an empty object. Depth and values are counted in the bytes, before anything is made of
 * them: a megabyte may be half a million values, which the parser makes, a schema looks at and an answer may name.
 * @throws ApiError 400 for what is no JSON, 413 for too much of it
 */
export function parseJson(bytes: Uint8Array): unknown {
  count(bytes)
  let text: string
  try {
    text = utf8.decode(bytes)
    if (text.trim() === '') return {}
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'The body is not JSON', { errors: { body: 'Must be JSON' } })
  }
}

/** The same where it has to be an object, as the bodies of all calls have. @throws ApiError 400, 413 */
export function parseJsonObject(bytes: Uint8Array): object {
  const value = parseJson(bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ApiError(400, 'The body is not a JSON object', { errors: { body: 'Must be a JSON object' } })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Characters that mean something stand for themselves in UTF-8, wherever they are. */
function count(bytes: Uint8Array): void {
  let level = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at]!
    if (sign === QUOTE) {
      at = endOfText(bytes, at)
    } else if (sign === LIST || sign === OBJECT) {
      level += 1
      values += 1
      if (level > MOST_LEVELS) throw tooLarge(`At most ${MOST_LEVELS} levels`)
    } else if (sign === LIST_END || sign === OBJECT_END) {
      level -= 1
    } else if (sign === COMMA) {
      values += 1
    }
    if (values > MOST_VALUES) throw tooLarge(`At most ${MOST_VALUES} values`)
  }
}

/** @returns the index of the quote that ends the text which begins at `start`, or of the end */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
