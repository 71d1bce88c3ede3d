import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
// Prepares Astro to render pages in this process.
import 'astro/app/entrypoint'
import { siteUrl, type Config } from '#core/config.ts'
import type { OpenLog } from '#core/log.ts'
import { keptPages } from '#http/pages/kept-pages.ts'
import { pageMemory } from '#http/pages/page-memory.ts'
import { openServices } from '#http/services.ts'
import { StartError } from '#db/start-error.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { offerMetrics } from './metrics/offer-metrics.ts'
import { createFetch } from '../fetch.ts'
import { limitedServer, serverLimits } from './limits.ts'
import { siteParts } from './site-parts.ts'
import { staticFiles } from './static-files.ts'
import { partingOf } from './parting.ts'
import { preloads } from './preloads.ts'
import { portGivenUp } from './primary.ts'
import { GRACE_MS, PATIENCE_MS, SETTLE_MS } from './stopping.ts'
import { onSurprise } from './surprise.ts'

/** Connections that may wait to be taken: an exam hall connects in the same second. The system has a limit of its own. */
const BACKLOG = 4096

/**
 * Serves pages, API and files in this process until a signal ends it: then it first says no at /readyz for as long as
 * DRAIN_SECONDS says, still serving what comes, and stops when what is under way is answered. After an error that nobody
 * caught it stops at once in the same way, and ends with 1.
 * @param clientFolder the built site's static files
 * @param logging the log of this process
 * @returns the address that learners see
 * @throws StartError when something outside the program keeps it from serving
 */
export async function serve(config: Config, clientFolder: string, logging: OpenLog): Promise<string> {
  const services = await openServices(config, logging)
  const { readiness, log } = services
  const memory = pageMemory(services)
  const listener = getRequestListener(createFetch(services, memory, preloads(clientFolder)).fetch)
  const answered = keptPages(services, memory)
  const parts = siteParts(clientFolder, config)
  const files = staticFiles(clientFolder, config)
  const server = limitedServer(
    (request, response) => {
      const answer = () => void listener(request, response)
      if (request.url?.startsWith('/api/')) answer()
      else if (!answered(request, response) && !parts(request, response)) files(request, response, answer)
    },
    serverLimits,
    (refused) => log.info(refused, 'refused'),
  )
  const parting = partingOf(server)
  await offerMetrics(services)
  await listen(server, config.PORT, config.HOST)
  const { port } = server.address() as { port: number }

  const stopProvider = services.payments.listening?.(`http://${reachable(config.HOST)}:${port}`)

  const drain = async () => {
    if (config.DRAIN_SECONDS === 0) return
    // Whoever keeps a connection goes elsewhere with the next request.
    parting.letGo(true)
    await pause(config.DRAIN_SECONDS * SECOND - SETTLE_MS)
    parting.letGo(false)
    await pause(SETTLE_MS)
  }
  const stop = async (why: string, code: number) => {
    if (readiness.leaving) return
    readiness.leave()
    log.info({ signal: why }, 'stopping')
    if (code === 0) await drain()
    // What does not come to an end, such as a statement that a database does not answer, holds up nobody for ever.
    setTimeout(() => process.exit(code), GRACE_MS + PATIENCE_MS).unref()
    await parting.part(cluster.isWorker ? portGivenUp : undefined)
    stopProvider?.()
    await services.close()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  onSurprise(services, () => void stop('surprise', 1))
  return config.SITE_URL ? siteUrl(config) : `http://localhost:${port}`
}

/** A name under which this machine reaches itself where it listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`PORT: ${port} is taken. Stop the other program or set PORT`)
          : error.code === 'EACCES'
            ? new StartError(`PORT: this user may not listen on ${port}`)
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? new StartError(`HOST: this machine has no address ${host}`)
              : error,
      )
    })
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
}
