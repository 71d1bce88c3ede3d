import { expect, test } from 'vitest'
import { mainThreadTime, type TraceEvent } from '../../support/main-thread.ts'

const ADDRESS = 'http://127.0.0.1/page'

/** An event whose thread works for as long as the event lasts. Times in milliseconds. */
const event = (name: string, from: number, to: number, thread = 1): TraceEvent => {
  const dur = (to - from) * 1000
  return { name, ph: 'X', pid: 1, tid: thread, ts: from * 1000, dur, tdur: dur, args: {} }
}

const visit = (at: number): TraceEvent => {
  const args = { data: { documentLoaderURL: ADDRESS } }
  return { name: 'navigationStart', ph: 'R', pid: 1, tid: 1, ts: at * 1000, args }
}

test('adds up script, layout and other work of the last visit, each event without the events inside it', () => {
  const trace = [
    visit(0),
    event('RunTask', 1, 400),
    visit(500),
    event('RunTask', 500, 510),
    event('FunctionCall', 502, 509),
    event('Layout', 503, 505),
    event('an event without a kind', 506, 508),
    event('RunTask', 520, 523),
    event('RunTask', 500, 600, 2),
  ]
  expect(mainThreadTime(trace, ADDRESS)).toEqual({ script: 5, layout: 2, other: 6, total: 13, longest: 10 })
})

test('counts processor time, not the time that passes while other programs run', () => {
  const waiting = { ...event('RunTask', 0, 100), tdur: 4000 }
  expect(mainThreadTime([visit(0), waiting], ADDRESS)).toMatchObject({ total: 4, longest: 4 })
})

test('rejects a trace without a visit of the page', () => {
  expect(() => mainThreadTime([visit(0)], `${ADDRESS}/other`)).toThrow('no visit')
})
