import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { together, togetherOn } from './together.ts'
import type { Db } from '../database.ts'

interface Job {
  name: string
  key?: string
}

/** A statement that is under way. */
interface Sent {
  names: string[]
  answer: (results: (string | undefined)[]) => void
  fail: (error: unknown) => void
}

let sent: Sent[]
/** Jobs that were done by themselves. */
let alone: string[]

// Only what is waited for in milliseconds: the turns of the event loop go on.
beforeEach(() => {
  sent = []
  alone = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

/** Lets pass the turns of the event loop in which a statement waits for more. */
async function turns() {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function gathering(one = (job: Job) => Promise.resolve(`${job.name} alone`), atOnce = Infinity) {
  return together<Job, string>({
    atOnce,
    one: (job) => {
      alone.push(job.name)
      return one(job)
    },
    many: (jobs) =>
      new Promise((answer, fail) => {
        sent.push({ names: jobs.map(({ name }) => name), answer, fail })
      }),
    keyOf: ({ key, name }) => key ?? name,
  })
}

/** Two jobs that are under way, so that what comes now waits. */
async function underWay(store: (job: Job) => Promise<string>) {
  const first = [store({ name: 'a' }), store({ name: 'b' })]
  await turns()
  return first
}

test('what comes in one turn goes together, what comes meanwhile in the next, each with its own result', async () => {
  const store = gathering()
  const first = await underWay(store)
  const second = [store({ name: 'c' }), store({ name: 'd' }), store({ name: 'e' })]
  await turns()
  expect(sent.map(({ names }) => names)).toEqual([['a', 'b']])
  sent[0]!.answer(['A', 'B'])
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  await turns()
  expect(sent[1]!.names).toEqual(['c', 'd', 'e'])
  sent[1]!.answer(['C', 'D', 'E'])
  expect(await Promise.all(second)).toEqual(['C', 'D', 'E'])
  expect(alone).toEqual([])
})

test('a single one is done as such', async () => {
  expect(await gathering()({ name: 'a' })).toBe('a alone')
  expect(sent).toEqual([])
})

test('two with the same key never go together, and keep their order', async () => {
  const store = gathering()
  const jobs = ['1', '2', '3'].map((name) => store({ name, key: 'the same' }))
  const other = store({ name: 'other' })
  await turns()
  expect(sent[0]!.names).toEqual(['1', 'other'])
  sent[0]!.answer(['first', 'another'])
  expect(await jobs[0]).toBe('first')
  expect(await other).toBe('another')
  expect(await Promise.all(jobs)).toEqual(['first', '2 alone', '3 alone'])
  expect(alone).toEqual(['2', '3'])
})

test('one that is left out is done by itself, and nobody waits for it', async () => {
  const store = gathering(() => new Promise(() => {}))
  const [, second] = await underWay(store)
  sent[0]!.answer([undefined, 'B'])
  expect(await second).toBe('B')
  expect(alone).toEqual(['a'])
  void [store({ name: 'c' }), store({ name: 'd' })]
  await turns()
  expect(sent[1]!.names).toEqual(['c', 'd'])
})

test('a statement that is refused is tried for each by itself, and only the wrong one fails', async () => {
  const store = gathering((job) =>
    job.name === 'a' ? Promise.reject(new Error('a is wrong')) : Promise.resolve('right'),
  )
  const [a, b] = await underWay(store)
  sent[0]!.fail(Object.assign(new Error('out of range'), { severity: 'ERROR', code: '22003' }))
  await expect(a).rejects.toThrow('a is wrong')
  expect(await b).toBe('right')
})

test.each([
  ['a lost connection', new Error('Connection terminated unexpectedly')],
  ['a server that stops', Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' })],
])('%s fails all that were under way and none that came after', async (_, lost) => {
  const store = gathering()
  const first = await underWay(store)
  const second = [store({ name: 'c' }), store({ name: 'd' })]
  sent[0]!.fail(lost)
  for (const job of first) await expect(job).rejects.toBe(lost)
  expect(alone).toEqual([])
  await turns()
  sent[1]!.answer(['C', 'D'])
  expect(await Promise.all(second)).toEqual(['C', 'D'])
})

test('a statement that is stuck holds up nobody for long, and its own jobs have their results when it comes', async () => {
  const store = gathering()
  const [first] = await underWay(store)
  const second = [store({ name: 'c' }), store({ name: 'd' })]
  vi.advanceTimersByTime(99)
  await turns()
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await turns()
  sent[1]!.answer(['C', 'D'])
  expect(await Promise.all(second)).toEqual(['C', 'D'])
  sent[0]!.answer(['A', 'B'])
  expect(await first).toBe('A')
})

test('no more are under way at once than may be, however long they are stuck', async () => {
  const store = gathering(undefined, 2)
  void (await underWay(store))
  for (const names of [
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ]) {
    for (const name of names) void store({ name })
    vi.advanceTimersByTime(100)
    await turns()
  }
  expect(sent.map(({ names }) => names)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  sent[0]!.answer(['A', 'B'])
  await turns()
  expect(sent[2]?.names).toEqual(['e', 'f', 'g', 'h'])
})

test('what is for another database goes to that one, and those without keys go together whatever they are', async () => {
  const [first, second] = [{}, {}] as [Db, Db]
  const asked: [Db, string[]][] = []
  const ask = togetherOn<string, string>({
    one: (db, job) => Promise.resolve(`${job} alone at ${db === first ? 'the first' : 'the second'}`),
    many: (db, jobs) => {
      asked.push([db, jobs])
      return Promise.resolve(jobs.map((job) => job.toUpperCase()))
    },
  })
  const answers = await Promise.all([ask(first, 'a'), ask(second, 'b'), ask(first, 'a')])
  expect(answers).toEqual(['A', 'b alone at the second', 'A'])
  expect(asked).toEqual([[first, ['a', 'a']]])
  expect(asked[0]![0]).toBe(first)
})

test('no statement takes more than 256', async () => {
  const store = gathering()
  void Array.from({ length: 300 }, (_, index) => store({ name: String(index) }))
  await turns()
  expect(sent[0]!.names).toHaveLength(256)
  sent[0]!.answer(sent[0]!.names)
  await turns()
  expect(sent[1]!.names).toHaveLength(44)
})

test('what is done by itself is done on behalf of its caller', async () => {
  const caller = new AsyncLocalStorage<string>()
  const store = gathering(() => Promise.resolve(caller.getStore()!))
  const jobs = ['x', 'y'].map((name) => caller.run(`caller of ${name}`, store, { name }))
  await turns()
  sent[0]!.answer([undefined, undefined])
  expect(await Promise.all(jobs)).toEqual(['caller of x', 'caller of y'])
})
