import { expect, test } from 'vitest'
import { askedPause, isAway } from './away.ts'
import { Unreachable } from '../../browser/call/call.ts'
import { ApiError } from './errors.ts'

test.each([502, 503, 504, 507])('a server that answers %i is away', (status) => {
  expect(isAway(new ApiError(status, ''))).toBe(true)
})

test.each([400, 401, 404, 409, 422, 429, 500, 501])('a server that answers %i is there', (status) => {
  expect(isAway(new ApiError(status, ''))).toBe(false)
})

test('a request without an answer found none', () => {
  expect([new Unreachable(''), new TypeError('Failed to fetch')].map(isAway)).toEqual([true, true])
})

test('a pause is the one that was asked for, two minutes at most', () => {
  const asked = [5, 3600].map((retryAfter) => askedPause(new ApiError(503, '', { retryAfter })))
  expect([...asked, askedPause(new ApiError(503, '')), askedPause(new Unreachable(''))]).toEqual([5000, 120_000, 0, 0])
})
