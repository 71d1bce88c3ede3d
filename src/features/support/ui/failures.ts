import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError, type FieldErrors } from '#lib/both/calls/errors.ts'
import { LARGE_IMAGE } from '#lib/both/files.ts'

/** What a form shows of a request that was refused or lost. */
export interface Failure {
  /** By the form's fields. */
  fields: FieldErrors
  /** What concerns no single field. */
  reason: string | undefined
}

/** Fields that the server named; and in one sentence what the learner can do, where a sentence helps. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Unreachable) {
    return { fields: {}, reason: 'You seem to be offline. Nothing is lost: send it when you are back online.' }
  }
  const { errors: { body, ...fields } = {}, status = 500, message = '' } = error instanceof ApiError ? error : {}
  // Only a picture makes a form too large.
  if (body) return { fields: { ...fields, attachment: LARGE_IMAGE }, reason: undefined }
  const named = Object.keys(fields).length > 0
  return { fields, reason: named || status >= 500 ? undefined : message }
}
