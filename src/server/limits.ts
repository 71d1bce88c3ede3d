import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { fileSize } from '#lib/both/files.ts'
import { tooLarge } from '#lib/server/bodies/body-bytes.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { storeFile } from '#features/authoring/staff/authoring.contract.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { answerRefused, answerUnread, noteReply, type Refused } from './refused-request.ts'

/**
 * What one connection and one request may take, whatever route they ask for. Each call has a limit for its body beside
 * (its contract), and src/http/request/deadline.ts limits how long a reply may take to make.
 */
export const serverLimits = {
  /** Bytes of a request's first line and headers. Ours have 1 kB; proxies in front take 8 to 16. Beyond: 431. */
  headerBytes: 16 * 1024,
  /** Headers of a request. Browsers send some 20, proxies add some 10. Beyond: 431. */
  headerCount: 100,
  /** Characters of an address. The longest of ours, a signed file with a long title, has 600. Beyond: 414. */
  addressLength: 8 * 1024,
  /** Bytes of a body on any route: what the call with the longest takes. Beyond: 413, before anything of it is read. */
  bodyBytes: storeFile.bodyLimit,
  /** From the first byte to the end of the headers. They come in one packet, or two. Beyond: 408. */
  headersMs: 15 * SECOND,
  /** To the end of the body: 33 MB at 750 kbit/s, which a phone on 3G has. Beyond: 408. */
  requestMs: 6 * MINUTE,
  /** How often the two are looked at. */
  checkMs: 5 * SECOND,
  /** From a refusal to the end of the body, which is dropped. Beyond, the connection is closed while the client sends. */
  lingerMs: 30 * SECOND,
  /** A connection on which nothing moves, either way, while a request is under way: a reader who has stopped reading. */
  idleMs: 2 * MINUTE,
  /**
   * A connection between two requests: longer than proxies and browsers keep theirs, so that they close it and no request
   * meets a connection that is just being closed.
   */
  keepMs: 75 * SECOND,
  /** Connections of one process; each idle one costs some 20 kB. Beyond, the system makes callers wait. */
  connections: 20_000,
}

/**
 * A server that keeps to these limits and leaves everything else to `answer`.
 * @param tell hears of each request that is refused here, so that the log knows the id that the caller was told
 */
export function limitedServer(
  answer: RequestListener,
  limits = serverLimits,
  tell: (refused: Refused) => void = () => {},
): Server {
  const server = createServer(
    {
      // Looked at here, with the rest that a host must be.
      requireHostHeader: false,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepMs,
    },
    (request, response) => {
      noteReply(request, response)
      const refusal = refusalOf(request, limits)
      if (refusal === undefined) return answer(request, response)
      tell(answerRefused(request, response, refusal, limits.lingerMs))
    },
  )
  server.on('clientError', (error, socket) => {
    // It is typed as less than it is: what http listens on are sockets.
    const refused = answerUnread(error, socket as Socket)
    if (refused) tell(refused)
  })
  // One more than allowed is counted, so that it shows; what is beyond would be dropped without a word.
  server.maxHeadersCount = limits.headerCount + 1
  server.maxConnections = limits.connections
  server.timeout = limits.idleMs
  return server
}

/** What a request is refused with before anybody looks at its content. */
function refusalOf(request: IncomingMessage, limits: typeof serverLimits): ApiError | undefined {
  const { headers, method, rawHeaders, url = '' } = request
  if (!hasOneHost(rawHeaders)) return new ApiError(400, 'The request names no host, or more than one')
  if (url.length > limits.addressLength) return new ApiError(414, 'The address is too long')
  if (rawHeaders.length > 2 * limits.headerCount) return new ApiError(431, 'The request has too many headers')
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytes)
    return tooLarge(`At most ${fileSize(limits.bodyBytes)}`)
  // A body that nobody would read.
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0))
    return new ApiError(400, 'This method takes no body')
  return undefined
}

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const host = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * Whether a request says once and soundly for which host it is: of two, a proxy in front may believe the one and we the
 * other (RFC 9112, section 3.2).
 */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let found: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (found !== undefined) return false
    found = rawHeaders[at + 1]!
  }
  return found !== undefined && found.length <= LONGEST_HOST && host.test(found)
}

/** Characters of a name in DNS, and a port. */
const LONGEST_HOST = 253 + 6
