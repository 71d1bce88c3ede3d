import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, conflict } from '#lib/both/calls/errors.ts'
import { receiptOf, settle, setUp } from '../../../../../tests/support/sitting/delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an answer goes to the journal first, then at once to the server, and its receipt into the journal', async () => {
  const { world, choose, delivery } = setUp()
  choose(1, 11)
  await settle()
  expect(world.log).toEqual(['journal 1', 'send 1', 'journal 1'])
  expect(world.written.map(({ saved }) => saved)).toEqual([false, true])
  expect(delivery(1)).toBe('saved')
})

test('choices made while a request is under way become one request with the last of them', async () => {
  const { world, choose } = setUp()
  let release = () => {}
  world.answer = (action) => new Promise((resolve) => (release = () => resolve(receiptOf(action))))
  choose(1, 11)
  await settle()
  choose(1, 12)
  choose(1, 13)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  release()
  await settle()
  expect(world.sent.map(({ option }) => option)).toEqual([11, 13])
})

test('an unreachable server keeps nobody waiting; the answer is sent when it is back', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(1, 11)
  await settle()
  expect(await attempt.settle(1, 3000)).toBe('kept')
  choose(2, 22)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([delivery(1), delivery(2)]).toEqual(['saved', 'saved'])
})

test('while the server is away, going on waits until the answer is on this device', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(1, 11)
  await settle()
  let release = () => {}
  world.disk = new Promise((resolve) => (release = resolve))
  choose(2, 22)
  let gone = false
  const going = attempt.settle(2, 3000).finally(() => (gone = true))
  await settle()
  expect([gone, delivery(2)]).toEqual([false, 'writing'])
  release()
  await going
  expect(world.written.map(({ qid }) => qid)).toContain(2)
})

test('waking up tries at once', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(1, 11)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  attempt.wake()
  await settle()
  expect(delivery(1)).toBe('saved')
})

test('a server that answers with an error is told of, once, and tried again in the background', async () => {
  const { world, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new ApiError(500, ''))
  choose(1, 11)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(world.troubles).toEqual(['11: failed'])
  expect(world.sent.length).toBeGreaterThan(2)
  world.answer = (action) => Promise.resolve(receiptOf(action))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(delivery(1)).toBe('saved')
})

test('insisting on a refused answer sends it again and tells again', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(422, ''))
  choose(1, 11)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.sent).toHaveLength(1)
  const fate = attempt.settle(1, 3000)
  await settle()
  expect(await fate).toBe('refused')
  expect(world.troubles).toEqual(['11: refused', '11: refused'])
})

test('a server that is too busy is left alone for the time it asked for', async () => {
  const { world, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(429, '', { retryAfter: 20 }))
  choose(1, 11)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(world.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(world.sent).toHaveLength(2)
})

test('waiting for a slow receipt ends with patience; the answer is still on its way', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => new Promise(() => {})
  choose(1, 11)
  await settle()
  const fate = attempt.settle(1, 3000)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await fate).toBe('sending')
})

test('an attempt that is over is reported as such, not as a failed answer', async () => {
  const { world, choose } = setUp()
  world.answer = () => Promise.reject(conflict('The exam has already been submitted.', 'finished'))
  choose(1, 11)
  await settle()
  expect([world.over, world.troubles]).toEqual([1, []])
})

test('when another device answered later, the server is asked and its answer shown', async () => {
  const { world, attempt } = setUp(
    [],
    [{ qid: 1, option: 11, marked: false, seq: 3, timeFrom: 0, timeTo: 0, saved: false }],
  )
  world.answer = (action) => Promise.resolve(receiptOf(action, { stale: true, seq: 50 }))
  attempt.wake()
  await settle()
  expect(world.asked).toBe(1)
  expect(attempt.$work.get().work[1]).toMatchObject({ option: 99, delivery: 'saved' })
  // What was given here is not what the server has.
  expect(world.written).toEqual([])
})

test('what the journal held from before is sent on waking', async () => {
  const journal = [1, 2, 3, 4, 5, 6].map((qid) => ({
    qid,
    option: qid,
    marked: false,
    seq: qid,
    timeFrom: 0,
    timeTo: 0,
    saved: false,
  }))
  const { world, attempt } = setUp([], journal)
  attempt.wake()
  await settle()
  expect(world.sent.map(({ qid }) => qid)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await attempt.settleAll(0)).toBe(0)
})

test('a stopped attempt sends nothing', async () => {
  const { world, attempt, choose } = setUp()
  attempt.stop()
  choose(1, 11)
  await settle()
  expect(world.sent).toEqual([])
})

test('a page that goes out of sight sends all that has not arrived, also what is on its way', async () => {
  const { world, attempt, choose } = setUp()
  choose(1, 11)
  await settle()
  world.answer = () => new Promise(() => {})
  choose(2, 22)
  await settle()
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(3, 33)
  choose(4, 44)
  await settle()
  attempt.leave()
  expect(world.leaving).toEqual([2, 3, 4])
})

test('a former writer sends nothing more, and sets aside what was not taken', async () => {
  const { world, attempt, choose } = setUp()
  choose(1, 11)
  await settle()
  world.answer = () => Promise.reject(conflict('', 'other_writer'))
  choose(2, 22)
  choose(3, 33)
  await settle()
  expect([world.others, world.troubles]).toEqual([1, []])
  expect(Object.keys(attempt.$work.get().work)).toEqual(['1'])
  expect(Object.keys(attempt.$work.get().aside)).toEqual(['2', '3'])
  const sent = world.sent.length
  attempt.wake()
  attempt.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.sent).toHaveLength(sent)
  expect(world.written.filter(({ qid }) => qid !== 1).every(({ saved }) => !saved)).toBe(true)
})

test.each([
  ['used, are given anew, after whatever was given elsewhere', true, [22, 51]],
  ['dropped, give way to what the server has', false, [99, 50]],
] as const)('answers set aside, when %s', async (_, use, [option, seq]) => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(conflict('', 'other_writer'))
  choose(2, 22)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  attempt.goOn([{ qid: 2, answer_option_id: 99, marked: false, seq: 50 }])
  expect(attempt.$work.get().work[2]?.option).toBe(99)
  attempt.decide(use)
  await settle()
  expect(attempt.$work.get().work[2]).toMatchObject({ option, seq })
  expect([delivery(2), attempt.$work.get().aside]).toEqual(['saved', {}])
  expect(world.written.at(-1)).toMatchObject({ qid: 2, option, seq, saved: true })
})

test("a candidate's last word gets a higher number, which the journal has before it is sent", async () => {
  const { world, choose, delivery } = setUp()
  world.answer = (action) => Promise.resolve(receiptOf(action, action.seq === 1 ? { stale: true, seq: 6 } : {}))
  choose(1, 11)
  await settle()
  expect(world.log).toEqual(['journal 1', 'send 1', 'journal 7', 'send 7', 'journal 7'])
  expect(world.written.map(({ saved }) => saved)).toEqual([false, false, true])
  expect(delivery(1)).toBe('saved')
})

test('a receipt of an earlier choice does not tell the journal that the later one arrived', async () => {
  const { world, choose } = setUp()
  let release = () => {}
  world.answer = (action) => new Promise((resolve) => (release = () => resolve(receiptOf(action))))
  choose(1, 11)
  await settle()
  choose(1, 12)
  await settle()
  release()
  await settle()
  expect(world.written.map(({ seq, saved }) => [seq, saved])).toEqual([
    [1, false],
    [2, false],
  ])
  release()
  await settle()
  expect(world.written.at(-1)).toMatchObject({ seq: 2, saved: true })
})

test('what was never answered counts as saved, and what is saved keeps nobody waiting', async () => {
  const { world, attempt, choose } = setUp()
  expect(await attempt.settle(9, 3000)).toBe('saved')
  choose(1, 11)
  await settle()
  world.answer = () => new Promise(() => {})
  expect([await attempt.settle(1, 3000), await attempt.settleAll(3000)]).toEqual(['saved', 0])
  expect(world.sent).toHaveLength(1)
})

test('handing in tries all once more that did not arrive, and says how many are left', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(422, ''))
  choose(1, 11)
  choose(2, 22)
  await settle()
  world.answer = (action) =>
    action.qid === 1 ? Promise.resolve(receiptOf(action)) : Promise.reject(new ApiError(422, ''))
  const all = attempt.settleAll(3000)
  await settle()
  expect(await all).toBe(1)
  world.answer = () => new Promise(() => {})
  const waiting = attempt.settleAll(3000)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await waiting).toBe(1)
})

test('a page that goes out of sight sends nothing that was refused', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(422, ''))
  choose(1, 11)
  await settle()
  attempt.leave()
  expect(world.leaving).toEqual([])
})

test('nothing waits for its time where all has arrived, is on its way or was refused', async () => {
  const { world, choose } = setUp()
  choose(1, 11)
  await settle()
  expect(vi.getTimerCount()).toBe(0)
  world.answer = () => new Promise(() => {})
  choose(2, 22)
  await settle()
  expect(vi.getTimerCount()).toBe(0)
  world.answer = () => Promise.reject(new ApiError(422, ''))
  choose(3, 33)
  await settle()
  expect(vi.getTimerCount()).toBe(0)
})
