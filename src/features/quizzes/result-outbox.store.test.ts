import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Unreachable } from '#lib/call.ts'
import { ApiError, invalid } from '#lib/errors.ts'
import { resultOutbox, type QuizResult } from './result-outbox.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const result = (submission: string): QuizResult => ({
  submission,
  userId: 1,
  quizId: 7,
  correct_count: 1,
  incorrect_count: 0,
  answers: [],
})

/** A server that answers as told, and a storage. */
function setUp(left: QuizResult[] = []) {
  const world = { trouble: undefined as unknown, sent: [] as string[], kept: left }
  const outbox = resultOutbox({
    read: () => world.kept,
    write: (pending) => (world.kept = pending),
    send: async ({ submission }) => {
      world.sent.push(submission)
      if (world.trouble) throw world.trouble
    },
  })
  return { world, outbox, delivery: (name: string) => outbox.$deliveries.get()[name] }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

it('sends a result at once and keeps it no longer than needed', async () => {
  const { world, outbox, delivery } = setUp()
  outbox.add(result('a'))
  expect([delivery('a'), world.kept.length]).toEqual(['sending', 1])
  await settle()
  expect([delivery('a'), world.kept, world.sent]).toEqual(['stored', [], ['a']])
})

it.each([
  ['the network is away', new Unreachable('')],
  ['the server is in trouble', new ApiError(503, '')],
  ['the server asks to wait', new ApiError(429, '')],
])('tries again, ever more slowly, while %s', async (_, trouble) => {
  const { world, outbox, delivery } = setUp()
  world.trouble = trouble
  outbox.add(result('a'))
  await settle()
  expect([delivery('a'), world.kept.length]).toEqual(['waiting', 1])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(world.sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(world.sent).toHaveLength(2)
  world.trouble = undefined
  await vi.advanceTimersByTimeAsync(1)
  expect([delivery('a'), world.kept, world.sent.length]).toEqual(['stored', [], 3])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(world.sent).toHaveLength(3)
})

it('gives up on a result that the server refuses, and says so', async () => {
  const { world, outbox, delivery } = setUp()
  world.trouble = invalid({ correct_count: 'Contradicts the answers' })
  outbox.add(result('a'))
  await settle()
  expect([delivery('a'), world.kept]).toEqual(['refused', []])
})

it('sends what an earlier page left, in order, and tries at once when asked', async () => {
  const { world, outbox, delivery } = setUp([result('a'), result('b')])
  world.trouble = new Unreachable('')
  outbox.flush()
  await settle()
  expect(world.sent).toEqual(['a'])
  world.trouble = undefined
  outbox.flush()
  await settle()
  expect([world.sent, world.kept, delivery('b')]).toEqual([['a', 'a', 'b'], [], 'stored'])
})
