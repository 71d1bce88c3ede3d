import type { ErrorCode } from './error-codes.ts'

/** Field name to what is wrong with it. */
export type FieldErrors = Record<string, string>

/**
 * An answer other than success, meant for the caller. Anything else that is thrown becomes a 500 without details.
 * The body is `{ status: false, success: false, message, msg, errors?, code, request_id }`.
 */
export class ApiError extends Error {
  declare readonly status: number
  declare readonly errors: FieldErrors | undefined
  /** A stable word a program can act on; where there is none, that of the status is sent. */
  declare readonly code: ErrorCode | undefined
  /** Seconds to wait before trying again. */
  declare readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    details: { errors?: FieldErrors; code?: ErrorCode; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = details.errors
    this.code = details.code
    this.retryAfter = details.retryAfter
  }
}

/** 422: the input has the right form, but a field cannot be accepted. */
export function invalid(errors: FieldErrors): ApiError {
  return new ApiError(422, Object.values(errors)[0] ?? 'Invalid input', { errors })
}

/** 404 */
export function notFound(message: string): ApiError {
  return new ApiError(404, message)
}

/** 409: the state of things does not allow it now. `code` tells the browser which case it is. */
export function conflict(message: string, code: ErrorCode): ApiError {
  return new ApiError(409, message, { code })
}

/** 403 */
export function forbidden(message: string, code?: ErrorCode): ApiError {
  return new ApiError(403, message, code ? { code } : {})
}

/** 429 with the seconds to wait. */
export function tooMany(message: string, retryAfter: number): ApiError {
  return new ApiError(429, message, { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
}
