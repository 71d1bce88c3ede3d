// Three processes that count, and one that adds up: prints what it collects before and after one of the three is killed.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { allProcesses, tellMetrics, type Told } from '#server/metrics/all-processes.ts'
import { countRequest, registry, watchProcess } from '#core/metrics/metrics.ts'

if (cluster.isPrimary) {
  const collect = allProcesses()
  const workers = [1, 2, 3].map(() => cluster.fork())
  await Promise.all(workers.map((worker: Worker) => once(worker, 'message')))
  const before = await collect()
  workers[0]!.process.kill('SIGKILL')
  await once(workers[0]!, 'exit')
  const after = await collect()
  for (const worker of workers.slice(1)) worker.process.kill('SIGKILL')
  console.log(JSON.stringify({ before, after }))
} else {
  watchProcess()
  for (let count = 0; count < cluster.worker!.id; count++) countRequest('GET', '/counted', 200, 0.1)
  tellMetrics({ text: () => registry.metrics(), values: async () => (await registry.getMetricsAsJSON()) as Told[] })
  process.send!('counts')
}
