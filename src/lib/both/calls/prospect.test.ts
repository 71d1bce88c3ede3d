import { describe, expect, test } from 'vitest'
import { askedPause, passes, prospectOf, type Prospect } from './prospect.ts'
import { Unreachable } from '../../browser/call/call.ts'
import { errorCodes, type ErrorCode } from './error-codes.ts'
import { ApiError } from './errors.ts'

/** Every code that the API answers with. */
const expected: Record<ErrorCode, Prospect> = {
  malformed: 'refused',
  unauthorized: 'log-in',
  forbidden: 'refused',
  not_found: 'refused',
  method_not_allowed: 'refused',
  request_timeout: 'later',
  conflict: 'refused',
  too_large: 'refused',
  address_too_long: 'refused',
  unsupported_media_type: 'refused',
  invalid_input: 'refused',
  too_many_requests: 'later',
  headers_too_large: 'refused',
  internal: 'later',
  bad_gateway: 'away',
  unavailable: 'away',
  storage_full: 'away',
  profile_incomplete: 'refused',
  not_entitled: 'refused',
  not_purchased: 'refused',
  expired: 'refused',
  muted: 'refused',
  idempotency_key_reused: 'refused',
  blocked: 'refused',
  long_code: 'later',
  code_cap: 'later',
  short_code: 'refused',
  phone_taken: 'refused',
  profile_complete: 'refused',
  refund_under_way: 'refused',
  already_purchased: 'refused',
  price_changed: 'refused',
  free_course: 'refused',
  nothing_to_pay: 'refused',
  left_changed: 'refused',
  not_created: 'refused',
  provider: 'away',
  not_open: 'refused',
  ended: 'refused',
  full: 'refused',
  no_attempts_left: 'refused',
  registration_needed: 'refused',
  registration_not_needed: 'refused',
  already_started: 'refused',
  not_started: 'refused',
  busy: 'later',
  given_back: 'refused',
  more_time: 'refused',
  other_writer: 'refused',
  too_late: 'refused',
  finished: 'refused',
  not_finished: 'refused',
  resting: 'later',
  changed: 'refused',
  closed: 'refused',
  wrong_role: 'refused',
  not_from_here: 'refused',
  second_factor: 'refused',
  unconfirmed: 'refused',
  edited: 'refused',
  needs_confirmation: 'refused',
  last_owner: 'refused',
}
const codes = Object.keys(expected) as ErrorCode[]

test.each(codes)('%s', (code) => {
  expect(prospectOf(new ApiError(errorCodes[code].status, '', { code }))).toBe(expected[code])
})

describe('without a code', () => {
  test.each([
    [502, 'away'],
    [503, 'away'],
    [504, 'away'],
    [507, 'away'],
    [500, 'later'],
    [501, 'later'],
    [408, 'later'],
    [429, 'later'],
    [401, 'log-in'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ])('%i is %s', (status, prospect) => {
    expect(prospectOf(new ApiError(status, ''))).toBe(prospect)
  })
})

test.each([
  ['a network that is lost', new Unreachable('')],
  ['a failure of the browser', new TypeError('Failed to fetch')],
  ['a call that was given up', new DOMException('', 'AbortError')],
  ['a call that took too long', new DOMException('', 'TimeoutError')],
])('%s found no server', (_, error) => {
  expect(prospectOf(error)).toBe('away')
})

test('what is away or asked for later passes by itself, and nothing else', () => {
  expect([503, 500, 401, 422].map((status) => passes(new ApiError(status, '')))).toEqual([true, true, false, false])
})

test('a pause is the one that was asked for, two minutes at most', () => {
  const asked = [5, 3600].map((retryAfter) => askedPause(new ApiError(503, '', { retryAfter })))
  expect([...asked, askedPause(new ApiError(503, '')), askedPause(new Unreachable(''))]).toEqual([5000, 120_000, 0, 0])
})
