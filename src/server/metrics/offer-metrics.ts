import cluster from 'node:cluster'
import type { Services } from '#core/context.ts'
import { tellMetrics } from './all-processes.ts'
import { processMetrics } from './process-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

/**
 * Offers this process's metrics at METRICS_PORT; one of several processes gives them to the first, which serves them all.
 * Without METRICS_PORT, nothing.
 * @throws StartError when the port cannot be had
 */
export async function offerMetrics(services: Services): Promise<void> {
  const { config, log } = services
  if (config.METRICS_PORT === undefined) return
  const metrics = processMetrics(services)
  if (cluster.isWorker) tellMetrics(metrics)
  else await serveMetrics(config, log, metrics.text)
}
