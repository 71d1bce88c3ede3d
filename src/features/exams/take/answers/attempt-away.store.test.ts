import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/both/calls/errors.ts'
import { receiptOf, settle, setUp } from '../../../../../tests/support/delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [502, 'server'],
  [503, 'server'],
  [504, 'server'],
  [507, 'storage'],
] as const)(
  'a server that answers %i keeps nobody waiting and is told of as without a network: the answer is on this device and is sent later',
  async (status, away) => {
    const { world, attempt, choose, delivery } = setUp()
    world.answer = () => Promise.reject(new ApiError(status, ''))
    choose(1, 11)
    await settle()
    expect(await attempt.settle(1, 3000)).toBe('kept')
    expect([world.troubles, attempt.$away.get()]).toEqual([['11: kept'], away])
    world.answer = (action) => Promise.resolve(receiptOf(action))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([delivery(1), attempt.$away.get()]).toEqual(['saved', undefined])
  },
)

test('while the server asks to be left alone, new answers are on this device, and all are sent when its time is over', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new ApiError(503, '', { retryAfter: 20 }))
  choose(1, 11)
  await settle()
  choose(2, 22)
  expect(await attempt.settle(2, 3000)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(19_000)
  expect(world.sent).toHaveLength(1)
  world.answer = (action) => Promise.resolve(receiptOf(action))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([delivery(1), delivery(2)]).toEqual(['saved', 'saved'])
})

test('who hands in does not wait for the pause that the server asked for', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(503, '', { retryAfter: 20 }))
  choose(1, 11)
  choose(2, 22)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  const all = attempt.settleAll(3000)
  await settle()
  expect(await all).toBe(0)
})

test('a journal that was too slow once is written again, and is taken for one that has everything only then', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(503, ''))
  world.unwritable.add(1)
  choose(1, 11)
  await settle()
  choose(2, 22)
  await settle()
  expect(attempt.$journalled.get()).toBe(false)
  world.unwritable.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([attempt.$journalled.get(), world.written.some(({ qid }) => qid === 1)]).toEqual([true, true])
})

test('the next answer that the journal takes brings with it what it did not take before', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => new Promise(() => {})
  world.unwritable.add(1)
  choose(1, 11)
  await settle()
  world.unwritable.clear()
  choose(2, 22)
  await settle()
  expect([attempt.$journalled.get(), world.written.map(({ qid }) => qid)]).toEqual([true, [2, 1]])
})
