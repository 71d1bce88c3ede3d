import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { SECOND } from '#lib/both/time/clock.ts'
import type { ProcessMetrics, Told } from './process-metrics.ts'

export type { Told }

/** How long a process may take to tell; the last that it told counts for one that does not. */
const PATIENCE = 3 * SECOND

interface Question {
  metricsAsked: number
  withData: boolean
}

interface Answer {
  metricsOf: number
  values: Told[]
}

/** Tells the process that started this one, whenever it asks. */
export function tellMetrics(metrics: ProcessMetrics): void {
  process.on('message', (message: Partial<Question>) => {
    const { metricsAsked, withData = false } = message
    if (metricsAsked === undefined) return
    // A process that cannot tell says nothing: the others are told all the same.
    metrics.values(withData).then(
      (values) => process.send?.({ metricsOf: metricsAsked, values } satisfies Answer),
      () => {},
    )
  })
}

/**
 * Adds up what all processes of this one tell. Counts never fall: what a process had told when it ended stays in the sum, and
 * so does what one told last that is too busy to answer; a count that fell would look as if it had begun anew.
 * @returns what collects them, as text
 */
export function allProcesses(): () => Promise<string> {
  const last = new Map<number, Told[]>()
  let departed: Told[] = []
  let asked = 0
  cluster.on('exit', ({ id }: Worker) => {
    const counted = (last.get(id) ?? []).filter(({ type }) => isCount(type))
    last.delete(id)
    departed = AggregatorRegistry.aggregate([departed, counted]).getMetricsAsArray() as Told[]
  })
  return async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[]
    asked += 1
    await Promise.all(
      workers.map(async (worker, index) => {
        const values = await ask(worker, { metricsAsked: asked, withData: index === 0 })
        if (values && !worker.isDead()) last.set(worker.id, values)
      }),
    )
    return AggregatorRegistry.aggregate([departed, ...last.values()]).metrics()
  }
}

function ask(worker: Worker, question: Question): Promise<Told[] | undefined> {
  return new Promise((resolve) => {
    const finish = (values?: Told[]) => {
      clearTimeout(timer)
      worker.off('message', listen)
      worker.off('exit', gone)
      resolve(values)
    }
    const listen = (message: Partial<Answer>) => {
      if (message.metricsOf === question.metricsAsked) finish(message.values)
    }
    const gone = () => finish()
    const timer = setTimeout(gone, PATIENCE)
    worker.on('message', listen)
    worker.once('exit', gone)
    worker.send(question, (error) => error && gone())
  })
}

// What the types call MetricType is a number, what is sent is a word.
const isCount = (type: unknown) => type === 'counter' || type === 'histogram'
