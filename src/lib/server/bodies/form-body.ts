import { ApiError } from '../../both/calls/errors.ts'
import { tooLarge } from './body-bytes.ts'

/** Bytes of an urlencoded form, and of a field of any form: the longest text of ours four times. */
export const FORM_LIMIT = 64 * 1024

/** Fields of a form, files included. Ours have 7. */
export const MOST_FIELDS = 40

/** What a form says: of a field that comes twice the last. */
export type FormBody = Record<string, string | File>

/** 400: what says that it is a form and is none. */
export function noForm(): ApiError {
  return new ApiError(400, 'The form cannot be read', { errors: { body: 'Must be a form' } })
}

/** 413 */
export function tooManyFields(): ApiError {
  return tooLarge(`At most ${MOST_FIELDS} fields`)
}

const AMPERSAND = 0x26

/** An urlencoded form, whose fields are counted before they are made. @throws ApiError 413 */
export function parseUrlencoded(bytes: Uint8Array): FormBody {
  let fields = 1
  for (const byte of bytes) if (byte === AMPERSAND) fields += 1
  if (fields > MOST_FIELDS) throw tooManyFields()
  return Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()))
}
