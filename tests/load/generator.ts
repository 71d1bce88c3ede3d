import { fork } from 'node:child_process'
import { once } from 'node:events'
import { requestsOf, type Load } from './requests/load.ts'
import { Wire } from './requests/wire.ts'

export type { Candidate } from './requests/load.ts'

/** What a load came to. */
export interface Measured {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Replies other than 2xx and 304, and connections that broke. */
  failures: number
  /** Processor time of the generator, as a share of one core: at 1 it is what was measured. */
  generatorCores: number
}

/** Every load goes on counting where none before has been: a number that was there is no new answer, and no new address. */
let loads = 0
const LONGEST_LOAD = 1_000_000

/** The number from which on the next load may count. */
export const nextCount = () => ++loads * LONGEST_LOAD

/** Runs a load in a process of its own, so that it does not share an event loop with what it measures. */
export async function measure(load: Load): Promise<Measured> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ load, from: nextCount() })
  const [result] = (await once(child, 'message')) as [Measured]
  child.disconnect()
  return result
}

async function run(load: Load, from: number): Promise<Measured> {
  const { hostname, port } = new URL(load.url)
  const next = requestsOf(load, from)
  const amount = load.amount ?? Infinity
  let begun = 0
  const took: number[] = []
  let failures = 0
  const began = performance.now()
  const until = began + load.seconds * 1000
  const used = process.cpuUsage()

  const caller = async (number: number) => {
    const wire = new Wire(hostname, Number(port))
    const requests = next(number)
    let sent = performance.now()
    while (sent < until && ++begun <= amount) {
      const status = await wire.ask(requests.next().value as Buffer).catch(() => 0)
      const answered = performance.now()
      took.push(answered - sent)
      if (status < 200 || (status >= 300 && status !== 304)) failures += 1
      sent = answered
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: load.connections }, (_, number) => caller(number)))
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(used)
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(share * took.length) - 1] ?? 0
  return {
    requests: took.length,
    perSecond: took.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
    generatorCores: (user + system) / 1e6 / seconds,
  }
}

if (process.send) {
  process.once(
    'message',
    ({ load, from }: { load: Load; from: number }) => void run(load, from).then((result) => process.send!(result)),
  )
}
