import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '#lib/both/time/clock.ts'
import { seeded } from '../../support/random.ts'
import type { SeededExam } from '../../support/scenes/exam-fixture.ts'
import { Browser, type Hall, type Told } from './browser.ts'
import { Connections } from './connections.ts'
import { ACTS, habits, rhythmOf } from './rhythm.ts'
import { Timings, type Timing } from './timings.ts'

/** Everybody who sits the exam, and where. */
export interface Clients {
  /** Addresses of the service; each candidate keeps to one of them. */
  fronts: string[]
  exam: SeededExam
  /** One for each candidate. */
  tokens: string[]
  minutes: number
  seed: number
  /** Kept connections to all fronts together. */
  connections: number
  /** When the doors open, milliseconds since 1970. */
  doors: number
}

/** Parts of the exam that are told apart. */
export const PARTS = ['before', 'opening minute', 'between', 'last minute', 'after'] as const

export type Part = (typeof PARTS)[number]

/** From when to when each part is, milliseconds from the moment in which the doors open. */
export function partsOf(minutes: number): Record<Part, [from: number, until: number]> {
  const end = minutes * MINUTE
  return {
    before: [-habits.arriving, 0],
    'opening minute': [0, MINUTE],
    between: [MINUTE, end - MINUTE],
    'last minute': [end - MINUTE, end],
    after: [end, Infinity],
  }
}

/** What was seen of a minute that is over. */
export interface Minute {
  minute: number
  timings: Timing[]
}

export interface Outcome {
  timings: Record<Part | 'all', Timing[]>
  errors: Record<string, number>
  /** Requests that were sent once more because a kept connection had just been given up. */
  again: number
  told: Told[]
  /** Processor seconds of these candidates, and resident memory at the highest. */
  cpuSeconds: number
  memoryMb: number
  /** How much later than due something was begun: then the process was busy, and its times are too long. */
  late: { p99Ms: number; maxMs: number }
}

/** Lets everybody sit the exam, in a process of its own. */
export async function sitExam(clients: Clients, onMinute: (minute: Minute) => void): Promise<Outcome> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on('message', (said: Minute | Outcome) => ('minute' in said ? onMinute(said) : resolve(said)))
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The candidates have ended')))
  })
  child.send(clients)
  try {
    return await outcome
  } finally {
    process.off('exit', end)
    child.kill()
  }
}

/** The next act is looked for at least so often, in milliseconds. */
const LOOK = 1000

async function run(clients: Clients, onMinute: (minute: Minute) => void): Promise<Outcome> {
  const { fronts, exam, tokens, minutes, seed, doors } = clients
  const timings = new Timings()
  const now = () => performance.timeOrigin + performance.now() - doors
  const hall: Hall = { examId: exam.id, questions: exam.questions, timings, now, length: minutes * MINUTE }
  const lines = fronts.map((front) => new Connections(front, Math.ceil(clients.connections / fronts.length)))
  const browsers = tokens.map((token, place) => {
    const front = place % fronts.length
    return new Browser(hall, lines[front]!, new URL(fronts[front]!).host, token, seeded(seed + 1 + place))
  })
  const { at, who, act } = rhythmOf({ candidates: tokens.length, minutes, seed })
  const late = new Float64Array(at.length)
  const doing = new Set<Promise<void>>()
  const used = process.cpuUsage()
  let told = -1
  for (let next = 0; next < at.length;) {
    const moment = now()
    for (; next < at.length && at[next]! <= moment; next += 1) {
      late[next] = moment - at[next]!
      const done = browsers[who[next]!]!.act(ACTS[act[next]!]!)
      doing.add(done)
      void done.finally(() => doing.delete(done))
    }
    if (Math.floor(moment / MINUTE) > told) {
      onMinute({ minute: told, timings: timings.within(told * MINUTE, (told + 1) * MINUTE) })
      told = Math.floor(moment / MINUTE)
    }
    if (next < at.length) await pause(Math.min(LOOK, Math.max(1, at[next]! - now())))
  }
  await Promise.all(doing)
  const again = lines.reduce((sum, line) => sum + line.again, 0)
  for (const line of lines) line.close()
  const { user, system } = process.cpuUsage(used)
  late.sort()
  const parts = Object.entries(partsOf(minutes)).map(([part, [from, until]]) => [part, timings.within(from, until)])
  return {
    timings: { ...(Object.fromEntries(parts) as Record<Part, Timing[]>), all: timings.within(-Infinity, Infinity) },
    errors: timings.errors,
    again,
    told: browsers.map((browser) => browser.told),
    cpuSeconds: (user + system) / 1e6,
    memoryMb: process.resourceUsage().maxRSS / 1024,
    late: { p99Ms: late[Math.ceil(0.99 * late.length) - 1] ?? 0, maxMs: late.at(-1) ?? 0 },
  }
}

if (process.send) {
  process.once('message', (clients: Clients) => {
    void run(clients, (minute) => process.send!(minute)).then((outcome) => process.send!(outcome))
  })
}
