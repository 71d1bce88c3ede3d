import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onSurprise } from './surprise.ts'

const events = ['unhandledRejection', 'uncaughtException'] as const
/** Those of the test runner would end the run. */
let before: Record<string, ((...given: never[]) => void)[]>
let lines: Record<string, unknown>[]

beforeEach(() => {
  lines = []
  before = Object.fromEntries(events.map((event) => [event, process.listeners(event as 'exit')])) as typeof before
  for (const event of events) process.removeAllListeners(event)
})
afterEach(() => {
  for (const event of events) {
    process.removeAllListeners(event)
    for (const listener of before[event]!) process.on(event as 'exit', listener as () => void)
  }
})

const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })

test('a promise that failed while nobody waited for it is logged, and the process goes on', async () => {
  const end = vi.fn()
  onSurprise({ log }, end)
  void Promise.reject(new Error('lost\nsight of'))
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 50, err: { message: 'lost\nsight of' } })
  expect(end).not.toHaveBeenCalled()
})

test('one that failed by the data is theirs to tell of', async () => {
  const note = vi.fn(() => new Error() as never)
  onSurprise({ log, faults: { note, look: async () => undefined } }, () => {})
  void Promise.reject(new Error('Connection terminated'))
  await expect.poll(() => note.mock.calls).toHaveLength(1)
  expect(lines).toEqual([])
})

test('an error that nobody caught is logged, and the process ends in order', async () => {
  const end = vi.fn()
  onSurprise({ log }, end)
  setImmediate(() => {
    throw 'no error at all'
  })
  await expect.poll(() => end.mock.calls).toHaveLength(1)
  expect(lines).toEqual([
    expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'no error at all' }) as unknown }),
  ])
})
