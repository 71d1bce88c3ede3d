import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/both/calls/errors.ts'
import { receiptOf, settle, setUp } from '../../../../../tests/support/sitting/delivery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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

/** Seconds after the first request at which others follow while the server does not take the answer. */
async function retriesWithin(seconds: number, trouble: unknown, random: number) {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(trouble)
  choose(1, 11)
  await settle()
  const start = performance.now()
  const times: number[] = []
  world.answer = () => {
    times.push((performance.now() - start) / 1000)
    return Promise.reject(trouble)
  }
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return { world, attempt, choose, times }
}

test.each([
  ['no network', new TypeError('Failed to fetch')],
  ['an error', new ApiError(500, '')],
])(
  'pauses grow from a second to a quarter of a minute while there is %s, and begin anew after a receipt',
  async (_, trouble) => {
    const { world, attempt, choose, times } = await retriesWithin(50, trouble, 0.5)
    expect(times).toEqual([1, 3, 7, 15, 30, 45])
    world.answer = (action) => Promise.resolve(receiptOf(action))
    attempt.wake()
    await settle()
    const before = world.sent.length
    world.answer = () => Promise.reject(trouble)
    choose(2, 22)
    await vi.advanceTimersByTimeAsync(1000)
    expect(world.sent).toHaveLength(before + 2)
  },
)

test('not all devices try again in the same moment', async () => {
  const trouble = new ApiError(500, '')
  expect((await retriesWithin(1.5, trouble, 0)).times).toEqual([0.75])
  expect((await retriesWithin(1.5, trouble, 1)).times).toEqual([1.25])
})

test('a further answer does not put off the next try', async () => {
  const { world, choose, times } = await retriesWithin(0.9, new TypeError('Failed to fetch'), 0.5)
  choose(2, 22)
  await vi.advanceTimersByTimeAsync(100)
  expect(times).toContain(1)
  expect(world.written.map(({ qid }) => qid)).toEqual([1, 2])
})

test('an error that the server gives is not told of as if it were away', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(1, 11)
  await settle()
  expect(attempt.$away.get()).toBe('network')
  world.answer = () => Promise.reject(new ApiError(422, ''))
  attempt.wake()
  await settle()
  expect(attempt.$away.get()).toBeUndefined()
})

test('waking ends the pause that the server asked for', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new ApiError(429, '', { retryAfter: 20 }))
  choose(1, 11)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  attempt.wake()
  await settle()
  choose(2, 22)
  await settle()
  expect([delivery(1), delivery(2)]).toEqual(['saved', 'saved'])
})

test('nothing is tried again once the delivery was stopped, whatever the server asks for', async () => {
  const { world, attempt, choose } = setUp()
  let fail = () => {}
  world.answer = () => new Promise((_, reject) => (fail = () => reject(new ApiError(503, '', { retryAfter: 1 }))))
  choose(1, 11)
  await settle()
  attempt.stop()
  fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.sent).toHaveLength(1)
  attempt.leave()
  expect(world.sent).toHaveLength(1)
})

test('an answer that arrived while the journal did not take it is written once, as one that arrived', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.unwritable.add(1)
  choose(1, 11)
  await settle()
  expect([delivery(1), attempt.$journalled.get(), world.written]).toEqual(['saved', false, []])
  world.unwritable.clear()
  let release = () => {}
  world.disk = new Promise((resolve) => (release = resolve))
  attempt.wake()
  attempt.wake()
  release()
  await settle()
  expect(world.written).toMatchObject([{ qid: 1, option: 11, saved: true }])
  expect(attempt.$journalled.get()).toBe(true)
})

test('an answer that did not arrive and was not written down is written as one that did not arrive', async () => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(422, ''))
  world.unwritable.add(1)
  choose(1, 11)
  await settle()
  world.unwritable.clear()
  attempt.wake()
  await settle()
  expect(world.written).toMatchObject([{ qid: 1, saved: false }])
})

test('an earlier answer that the journal did not take does not matter once it has the later one', async () => {
  const { world, attempt, choose } = setUp()
  let release = () => {}
  world.disk = new Promise((resolve) => (release = resolve))
  choose(1, 11)
  world.disk = Promise.resolve()
  choose(1, 12)
  await settle()
  world.unwritable.add(1)
  release()
  await settle()
  expect([world.written.at(-1)?.option, attempt.$journalled.get()]).toEqual([12, true])
})

test('what arrives or is written down after another has taken over troubles nobody', async () => {
  const { world, attempt, choose } = setUp()
  let [receipt, disk] = [() => {}, () => {}]
  world.answer = (action) => new Promise((resolve) => (receipt = () => resolve(receiptOf(action))))
  choose(1, 11)
  await settle()
  world.disk = new Promise((resolve) => (disk = resolve))
  choose(2, 22)
  attempt.yieldTo()
  receipt()
  disk()
  await settle()
  expect([world.troubles, Object.keys(attempt.$work.get().aside)]).toEqual([[], ['1', '2']])
  expect(world.sent).toHaveLength(1)
})

test('whoever waits for an answer goes on as soon as its fate is known', async () => {
  const { world, attempt, choose } = setUp()
  let release = (_more: { stale?: boolean; seq?: number; server_time?: number }) => {}
  world.answer = (action) => new Promise((resolve) => (release = (more) => resolve(receiptOf(action, more))))
  const waitFor = async (qid: number, happens: () => void) => {
    choose(qid, qid)
    const fate = attempt.settle(qid, 3000)
    await settle()
    happens()
    await settle()
    expect(vi.getTimerCount()).toBe(0)
    return fate
  }
  expect(await waitFor(1, () => release({}))).toBe('saved')
  // Somebody else answered it later.
  expect(await waitFor(2, () => release({ stale: true, seq: 60, server_time: 2_000_000 }))).toBe('outdated')
  attempt.leave()
  expect(world.leaving).toEqual([])
  expect(await waitFor(3, () => attempt.yieldTo())).toBe('saved')
})

test('an answer that failed is sent again at once for whoever waits for it', async () => {
  const { world, attempt, choose, delivery } = setUp()
  world.answer = () => Promise.reject(new ApiError(500, ''))
  choose(1, 11)
  await settle()
  world.answer = (action) => Promise.resolve(receiptOf(action))
  const fate = attempt.settle(1, 3000)
  await settle()
  expect([await fate, delivery(1), world.sent.length]).toEqual(['saved', 'saved', 2])
})

test('the server is asked what it holds once for all that are outdated, and again for later ones', async () => {
  const { world, choose } = setUp()
  world.answer = (action) => Promise.resolve(receiptOf(action, { stale: true, seq: 60, server_time: 2_000_000 }))
  choose(2, 22)
  choose(3, 33)
  await settle()
  expect(world.asked).toBe(1)
  world.answer = (action) => Promise.resolve(receiptOf(action, { stale: true, seq: 90, server_time: 2_000_000 }))
  choose(4, 44)
  await settle()
  expect(world.asked).toBe(2)
})

test.each(['stop', 'yieldTo'] as const)('nothing waits for its time after %s', async (end) => {
  const { world, attempt, choose } = setUp()
  world.answer = () => Promise.reject(new ApiError(500, ''))
  choose(1, 11)
  await settle()
  attempt.wake()
  await settle()
  expect(vi.getTimerCount()).toBe(1)
  attempt[end]()
  expect(vi.getTimerCount()).toBe(0)
})

test('the writer again sends what was given meanwhile, knows what the server holds, and what was looked at', async () => {
  const { world, attempt, choose } = setUp()
  attempt.stop()
  choose(1, 11)
  attempt.visit(3)
  attempt.take([{ qid: 2, answer_option_id: 22, marked: false, seq: 9 }])
  await settle()
  expect([world.sent.length, attempt.$work.get().work[2]?.option]).toEqual([0, 22])
  attempt.goOn([])
  await settle()
  expect(world.sent.map(({ qid }) => qid)).toEqual([1])
  expect(attempt.$work.get().visited).toEqual({ 1: true, 2: true, 3: true })
})
