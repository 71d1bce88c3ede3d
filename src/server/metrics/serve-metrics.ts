import { createServer } from 'node:http'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { Config } from '#core/config.ts'
import { StartError } from '#db/start-error.ts'

/**
 * Serves metrics at /metrics of a port of their own, which learners cannot reach.
 * @param collect all metrics, as text
 * @returns what stops it
 * @throws StartError when METRICS_PORT cannot be had
 */
export async function serveMetrics(
  { METRICS_PORT: port, METRICS_HOST: host }: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>,
  log: Logger,
  collect: () => Promise<string>,
): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    collect().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`METRICS_PORT: cannot listen on ${host}:${port} (${error.code})`)),
    )
    server.listen({ port, host }, resolve)
  })
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
