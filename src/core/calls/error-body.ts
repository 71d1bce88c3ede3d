import { generalCode, type ErrorCode } from '#lib/both/calls/error-codes.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'

/** What an error says of itself. */
interface Refusal {
  status: number
  message: string
  code?: ErrorCode | undefined
  errors?: FieldErrors | undefined
}

/** The body of every error, whoever refuses: `{ status: false, success: false, message, msg, errors?, code, request_id }`. */
export function errorBody({ status, message, code, errors }: Refusal, requestId: string) {
  return {
    status: false,
    success: false,
    message,
    msg: message,
    ...(errors && { errors }),
    code: code ?? generalCode(status),
    request_id: requestId,
  }
}
