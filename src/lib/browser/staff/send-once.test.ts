import { expect, it } from 'vitest'
import { ApiError } from '../../both/calls/errors.ts'
import { ARRIVED_BEFORE, readRequestKey, sendOnce, type RequestKey } from './send-once.ts'

const lost = new TypeError('network')
const reused = new ApiError(422, 'Idempotency-Key', { code: 'idempotency_key_reused' })
const otherRefund = new ApiError(409, 'Another refund', { code: 'conflict', errors: { key: 'Another refund' } })

/** Sends a draft; every request is named anew unless it has a name. @returns the name it was sent under, and the outcome */
async function send(key: RequestKey, fresh: string, outcome: 'done' | Error) {
  const stored: (string | undefined)[] = []
  let sentAs: string | undefined
  const failure = await sendOnce(
    key,
    () => stored.push(key.current),
    async (nameRequest) => {
      sentAs = nameRequest(fresh)
      expect(stored).toEqual([sentAs])
      if (outcome !== 'done') throw outcome
    },
  ).catch((error: unknown) => error)
  return { sentAs, failure, stored }
}

it('stores the name before the request is sent, and keeps it until there is an answer', async () => {
  const key: RequestKey = { current: undefined }
  expect((await send(key, 'first', lost)).sentAs).toBe('first')
  expect((await send(key, 'second', new ApiError(502, ''))).sentAs).toBe('first')
  expect(await send(key, 'third', 'done')).toMatchObject({ sentAs: 'first', failure: undefined })
  expect((await send(key, 'fourth', 'done')).sentAs).toBe('fourth')
})

it('forgets the name of a first request that is refused, but not that of a repeat', async () => {
  const key: RequestKey = { current: undefined }
  const refused = new ApiError(422, '', { errors: { title: 'Too long' } })
  expect((await send(key, 'first', refused)).stored).toEqual(['first', undefined])
  expect((await send(key, 'second', lost)).sentAs).toBe('second')
  expect((await send(key, 'third', refused)).failure).toBe(refused)
  expect((await send(key, 'fourth', 'done')).sentAs).toBe('second')
})

it.each([reused, otherRefund])(
  'says that an earlier request arrived with other values, and names the next one anew: %s',
  async (error) => {
    const key: RequestKey = { current: 'first' }
    const { failure, stored } = await send(key, 'second', error)
    expect(failure).toMatchObject({ status: 409, message: ARRIVED_BEFORE, errors: undefined })
    expect(stored).toEqual(['first', undefined])
    expect((await send(key, 'third', 'done')).sentAs).toBe('third')
  },
)

it('stores nothing for a request without a name', async () => {
  const stored: unknown[] = []
  const sending = sendOnce(
    { current: undefined },
    () => stored.push(1),
    () => Promise.reject(reused),
  )
  await expect(sending).rejects.toBe(reused)
  expect(stored).toEqual([])
})

it.each([undefined, 7, '', 'short', 'a b c d e f g h i', 'x'.repeat(41)])('reads no name from %j', (stored) =>
  expect(readRequestKey(stored)).toBeUndefined(),
)
