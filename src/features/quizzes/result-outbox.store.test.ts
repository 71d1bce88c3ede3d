import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError, invalid } from '#lib/both/calls/errors.ts'
import { resultOutbox, type QuizResult } from './result-outbox.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const result = (submission: string, userId = 1): QuizResult => ({
  submission,
  userId,
  quizId: 7,
  at: 0,
  correct_count: 1,
  incorrect_count: 0,
  answers: [],
})

/** A server that answers as told, a device, and who is logged in on it. */
function setUp(left: QuizResult[] = []) {
  const world = { trouble: undefined as unknown, sent: [] as string[], kept: left, learner: 1 as number | undefined }
  const open = () =>
    resultOutbox({
      learner: () => world.learner,
      read: async (learner) => world.kept.filter(({ userId }) => userId === learner),
      keep: async (added) => (world.kept = [...world.kept, added]),
      drop: async ({ submission }) => (world.kept = world.kept.filter((other) => other.submission !== submission)),
      send: async ({ submission }) => {
        world.sent.push(submission)
        if (world.trouble) throw world.trouble
      },
    })
  const outbox = open()
  return {
    world,
    open,
    outbox,
    delivery: (name: string) => outbox.$deliveries.get()[name],
    kept: () => world.kept.map(({ submission }) => submission),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

it('sends a result at once and keeps it no longer than needed', async () => {
  const { world, outbox, delivery, kept } = setUp()
  void outbox.add(result('a'))
  expect([delivery('a'), kept()]).toEqual(['sending', ['a']])
  await settle()
  expect([delivery('a'), kept(), world.sent]).toEqual(['stored', [], ['a']])
})

it('leaves a server alone for the time it asked for', async () => {
  const { world, outbox } = setUp()
  world.trouble = new ApiError(503, '', { retryAfter: 20 })
  void outbox.add(result('a'))
  await vi.advanceTimersByTimeAsync(19_000)
  expect(world.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(world.sent).toHaveLength(2)
})

it.each([
  ['the network is away', new Unreachable('')],
  ['the server is in trouble', new ApiError(503, '')],
  ['the server asks to wait', new ApiError(429, '')],
  ['the server does not answer in time', new DOMException('', 'TimeoutError')],
  ['the learner has to log in again', new ApiError(401, '')],
])('tries again, ever more slowly, while %s', async (_, trouble) => {
  const { world, outbox, delivery, kept } = setUp()
  world.trouble = trouble
  void outbox.add(result('a'))
  await settle()
  expect([delivery('a'), kept()]).toEqual(['waiting', ['a']])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(world.sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(world.sent).toHaveLength(2)
  world.trouble = undefined
  await vi.advanceTimersByTimeAsync(1)
  expect([delivery('a'), kept(), world.sent.length]).toEqual(['stored', [], 3])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(world.sent).toHaveLength(3)
})

it('gives up on a result that the server refuses, and says so', async () => {
  const { world, outbox, delivery, kept } = setUp()
  world.trouble = invalid({ correct_count: 'Contradicts the answers' })
  void outbox.add(result('a'))
  await settle()
  expect([delivery('a'), kept()]).toEqual(['refused', []])
})

it('sends what an earlier page left, in order, and tries at once when asked', async () => {
  const { world, outbox, delivery, kept } = setUp([result('a'), result('b')])
  world.trouble = new Unreachable('')
  await outbox.flush()
  expect(world.sent).toEqual(['a'])
  world.trouble = undefined
  await outbox.flush()
  expect([world.sent, kept(), delivery('b')]).toEqual([['a', 'a', 'b'], [], 'stored'])
})

it('sends nothing of a learner for another one, and keeps it until its own is back', async () => {
  const { world, open, outbox, kept } = setUp([result('a'), result('other', 2)])
  world.trouble = new Unreachable('')
  await outbox.flush()
  void outbox.add(result('b'))
  await settle()
  world.trouble = undefined
  world.sent = []
  // Another tab logs somebody else in while this one still waits to try again.
  world.learner = 2
  await vi.advanceTimersByTimeAsync(600_000)
  await outbox.flush()
  await open().flush()
  expect([world.sent, kept()]).toEqual([['other'], ['a', 'b']])
  world.learner = undefined
  await outbox.flush()
  expect(world.sent).toEqual(['other'])
  world.learner = 1
  await open().flush()
  expect([world.sent, kept()]).toEqual([['other', 'a', 'b'], []])
})

it('tells when all has been tried, whoever began it', async () => {
  const { world, outbox, kept } = setUp([result('a'), result('b')])
  void outbox.flush()
  await outbox.flush()
  expect([world.sent, kept()]).toEqual([['a', 'b'], []])
})
