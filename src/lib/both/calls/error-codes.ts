/** The HTTP status that an error comes with, and what it means to a program. */
interface ErrorMeaning {
  status: number
  meaning: string
}

/** What an error is called when nothing more can be said than its status does: one for each status. */
const generalCodes = {
  malformed: {
    status: 400,
    meaning: 'The request or its body cannot be read: it is not valid HTTP, not a JSON object or not a form.',
  },
  unauthorized: { status: 401, meaning: 'No token was sent, or one that is unknown, expired or revoked. Log in.' },
  forbidden: { status: 403, meaning: 'It belongs to somebody else, or is not open to this learner.' },
  not_found: { status: 404, meaning: 'There is no such call, or no such thing.' },
  method_not_allowed: { status: 405, meaning: 'The address does not accept this method: see Allow.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  conflict: { status: 409, meaning: 'The state of things does not allow it now.' },
  too_large: {
    status: 413,
    meaning: 'The body, or a part of it, is larger than allowed: `errors` gives the limit.',
  },
  address_too_long: { status: 414, meaning: 'The address is too long.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is of a kind that the call does not take, or is compressed.',
  },
  invalid_input: { status: 422, meaning: 'A field is missing, blank or cannot be accepted: `errors` names each.' },
  too_many_requests: { status: 429, meaning: 'Too often. Try again after Retry-After seconds.' },
  headers_too_large: { status: 431, meaning: 'There are too many headers, or they are too long.' },
  internal: { status: 500, meaning: 'An error on our side. It is logged under `request_id`.' },
  bad_gateway: {
    status: 502,
    meaning: 'A service that we depend on, such as the sender of codes, did not do its part.',
  },
  unavailable: { status: 503, meaning: 'Nothing was done. Try again after Retry-After seconds.' },
  storage_full: { status: 507, meaning: 'Nothing can be stored at the moment. Try again after Retry-After seconds.' },
} as const satisfies Record<string, ErrorMeaning>

/** Cases that a program treats in a way of their own. */
const specialCodes = {
  // Who may
  profile_incomplete: { status: 403, meaning: 'The profile has to be completed first.' },
  not_entitled: { status: 403, meaning: 'It belongs to a course that is not active for this learner.' },
  not_purchased: { status: 403, meaning: 'The course was not bought.' },
  expired: { status: 403, meaning: 'Access to the course has expired; it can be renewed.' },
  muted: { status: 403, meaning: 'Staff have stopped this learner from writing in discussions.' },
  // Staff
  wrong_role: { status: 403, meaning: 'None of the roles of this member of the staff may make the call.' },
  not_from_here: {
    status: 403,
    meaning: 'The request did not come from a page of this site: X-CSRF-Token is missing.',
  },
  second_factor: {
    status: 403,
    meaning: 'The call needs a second factor given in the last 15 minutes: confirm one, then repeat the call.',
  },
  unconfirmed: { status: 403, meaning: 'The phone has to be proved with the 8-digit code first.' },
  needs_confirmation: {
    status: 409,
    meaning:
      'The input is unusual: `errors` says why. To go on, repeat the call with the names of these errors in `confirmed`.',
  },
  edited: { status: 409, meaning: 'Somebody else has changed it meanwhile: `errors` names what is different.' },
  last_owner: { status: 409, meaning: 'Without this owner there would be none.' },
  // Requests that create
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key has already been used with a different request.',
  },
  // Codes and accounts
  blocked: { status: 403, meaning: 'Staff have blocked the account: nobody can log in to it.' },
  long_code: { status: 429, meaning: 'No more codes of 4 digits for this phone now; a long one can be asked for.' },
  code_cap: { status: 429, meaning: 'The site sends no more codes for now.' },
  short_code: { status: 409, meaning: 'A code of 4 digits is available again; no long code is needed.' },
  phone_taken: { status: 409, meaning: 'Another account has this phone.' },
  profile_complete: { status: 409, meaning: 'The profile is already complete.' },
  refund_under_way: { status: 409, meaning: 'The account can be deleted once the refund has arrived.' },
  // Purchases
  already_purchased: { status: 409, meaning: 'The learner has this course.' },
  price_changed: { status: 409, meaning: 'The price has changed: read the course again.' },
  free_course: { status: 409, meaning: 'The course is free: open it with POST /user/product/free.' },
  nothing_to_pay: { status: 409, meaning: 'Nothing is left to pay for this course.' },
  not_created: { status: 409, meaning: 'The order was never made at the payment provider.' },
  provider: { status: 503, meaning: 'The payment provider did not make the order.' },
  left_changed: {
    status: 409,
    meaning: 'The amount left of the payment is not the one that the request names: read the payment again.',
  },
  // Exams and classes
  not_open: { status: 409, meaning: 'It has not begun.' },
  ended: { status: 409, meaning: 'It is over.' },
  full: { status: 409, meaning: 'All places are taken.' },
  no_attempts_left: { status: 409, meaning: 'All attempts at the exam are used.' },
  registration_needed: { status: 409, meaning: 'The exam asks for a registration first.' },
  registration_not_needed: { status: 409, meaning: 'The exam asks for no registration.' },
  already_started: { status: 409, meaning: 'The exam was started, so its registration can no longer be changed.' },
  not_started: { status: 409, meaning: 'No attempt is under way: start the exam.' },
  busy: { status: 409, meaning: 'The exam is being started by another request just now: try again.' },
  given_back: { status: 409, meaning: 'The attempt can go on, with its lost time restored: continue it.' },
  more_time: { status: 409, meaning: 'The attempt was given more time: read the exam again, and go on.' },
  other_writer: { status: 409, meaning: 'Another tab or device writes to the attempt.' },
  too_late: { status: 409, meaning: 'The time of the attempt is over: the answer was not stored.' },
  finished: { status: 409, meaning: 'The attempt is submitted.' },
  not_finished: { status: 409, meaning: 'The attempt is not submitted yet.' },
  // Practice and support
  resting: {
    status: 409,
    meaning: 'The question is on hold: its exam does not show the answers now, or it left the content.',
  },
  changed: { status: 409, meaning: 'The question has changed since it was shown.' },
  closed: { status: 409, meaning: 'The ticket is already closed.' },
} as const satisfies Record<string, ErrorMeaning>

/** Every `code` of an error. What is said here is what the API document says. */
export const errorCodes = { ...generalCodes, ...specialCodes }

export type ErrorCode = keyof typeof errorCodes

const codeOfStatus = new Map<number, ErrorCode>(
  Object.entries(generalCodes).map(([code, { status }]) => [status, code as keyof typeof generalCodes]),
)

/** The code of an error of which nothing more is known than its status. */
export function generalCode(status: number): ErrorCode {
  return codeOfStatus.get(status) ?? 'internal'
}
