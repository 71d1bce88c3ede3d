import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '#core/context.ts'
import { requestNotes } from '../request/request.ts'
import { parted } from './page-address.ts'
import type { PageMemory } from './page-memory.ts'
import { countPage } from './page-metrics.ts'
import { copyAtOnce, replyOf } from './page-reply.ts'

/**
 * Answers from memory what needs neither the database nor the router: the way through all routes and Fetch's requests and
 * responses takes more than the sending of a page that is there. Everything else is left to the pipeline (fetch.ts), which
 * finds the same page in the same memory.
 * @returns whether the request was answered
 */
export function keptPages(
  services: Pick<Services, 'config' | 'log' | 'tracing' | 'readiness'>,
  memory: PageMemory,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { begin } = requestNotes(services)
  return ({ method = '', url = '', headers, socket }, response) => {
    if (method !== 'GET' && method !== 'HEAD') return false
    const page = memory.atOnce(url)
    if (page?.route === undefined) return false
    const copy = copyAtOnce(page, headers['accept-encoding'] as string | undefined)
    if (!copy) return false
    const header = (name: string) => headers[name] as string | undefined
    const noted = begin({ method, path: parted(url)[0], peer: socket.remoteAddress ?? '', header })
    const { requestId } = noted
    const reply = replyOf(page, copy, { method, requestId, known: headers['if-none-match'] })
    response.writeHead(reply.status, reply.headers).end(reply.body)
    countPage('hit')
    noted.end(page.route, reply.status)
    return true
  }
}
