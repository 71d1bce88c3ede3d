import { describe, expect, test } from 'vitest'
import { ApiError, conflict } from '#lib/both/calls/errors.ts'
import { awayOf, isCode, isOver, troubleOf } from './attempt-trouble.rules.ts'

const noNetwork = new TypeError('Failed to fetch')

describe('an answer that was not delivered', () => {
  test('is kept on the device while no server can take it', () => {
    const away = [noNetwork, 'cut off', ...[502, 503, 504, 507].map((status) => new ApiError(status, ''))]
    expect(away.map(troubleOf)).toEqual(away.map(() => 'kept'))
  })

  test('has failed, and is sent again, where the server cannot store it now', () => {
    const passing = [new ApiError(500, ''), new ApiError(501, ''), new ApiError(429, ''), conflict('', 'busy')]
    expect(passing.map(troubleOf)).toEqual(passing.map(() => 'failed'))
  })

  test('is refused where it will never be taken', () => {
    const lasting = [new ApiError(422, ''), new ApiError(499, ''), conflict('', 'finished'), new ApiError(409, '')]
    expect(lasting.map(troubleOf)).toEqual(lasting.map(() => 'refused'))
  })
})

test('what is away is the network without an answer, the storage where it has no room, else the server', () => {
  expect([noNetwork, new ApiError(507, ''), new ApiError(503, '')].map(awayOf)).toEqual([
    'network',
    'storage',
    'server',
  ])
})

test('an attempt is over where the server says finished, too late or given back, and for no other reason', () => {
  const over = (['finished', 'too_late', 'given_back'] as const).map((code) => conflict('', code))
  expect(over.map(isOver)).toEqual([true, true, true])
  expect([conflict('', 'other_writer'), conflict('', 'busy'), new ApiError(409, ''), noNetwork].some(isOver)).toBe(
    false,
  )
})

test('a code means something with its 409 alone', () => {
  expect(isCode(conflict('', 'other_writer'), 'other_writer')).toBe(true)
  expect(isCode(new ApiError(403, '', { code: 'other_writer' }), 'other_writer')).toBe(false)
  expect(isCode({ status: 409, code: 'other_writer' }, 'other_writer')).toBe(false)
})
