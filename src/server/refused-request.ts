import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody } from '#core/calls/error-body.ts'
import { newRequestId } from '#http/request/request.ts'
import { ApiError } from '#lib/both/calls/errors.ts'

/** A request that was refused before anybody looked at it, as the log tells of it. */
export interface Refused {
  req: string
  from: string | undefined
  status: number
  why: string
}

/** The reply that is under way on a connection. */
const underWay = new WeakMap<Socket, ServerResponse>()

/** Has to hear of every reply, so that `answerUnread` does not speak into one. */
export function noteReply({ socket }: IncomingMessage, response: ServerResponse): void {
  underWay.set(socket, response)
}

/**
 * Refuses a request whose headers are there, with the body that every error has, and ends its connection. The client may
 * still be sending: bytes that arrive at a closed connection reset it, and a reset takes the reply from the client, or from a
 * proxy, before it is read. So what still comes is read and dropped first.
 * @param lingerMs how long to read what still comes, at most
 */
export function answerRefused(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: ApiError,
  lingerMs: number,
): Refused {
  const { head, body, refused } = answerOf(refusal, request.socket)
  // Its length is known, so the reply is whole before it ends; the end closes the connection.
  response.writeHead(refusal.status, head).write(body)
  const close = () => response.end()
  const timer = setTimeout(close, lingerMs).unref()
  request.once('end', close)
  request.once('close', () => clearTimeout(timer))
  request.resume()
  return refused
}

/**
 * The same for what cannot be read as a request, or does not arrive in time. Says nothing where a reply has begun or nobody
 * listens.
 */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): Refused | undefined {
  const reply = underWay.get(socket)
  const speaks = reply !== undefined && reply.headersSent && !reply.writableFinished
  if (!socket.writable || error.code === 'ECONNRESET' || speaks) {
    socket.destroy()
    return undefined
  }
  const refusal = unread[error.code ?? ''] ?? new ApiError(400, 'This cannot be read as a request')
  const { head, body, refused } = answerOf(refusal, socket)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
  return refused
}

/** What the parser's errors are called. */
const unread: Record<string, ApiError> = {
  HPE_HEADER_OVERFLOW: new ApiError(431, 'The headers of the request are too long'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError(413, 'The request is too large', {
    errors: { body: 'Its chunks carry too much extra data' },
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(408, 'The request did not arrive in time'),
}

function answerOf(refusal: ApiError, socket: Socket) {
  const requestId = newRequestId()
  const body = JSON.stringify(errorBody(refusal, requestId))
  const head = {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
  const refused: Refused = { req: requestId, from: socket.remoteAddress, status: refusal.status, why: refusal.message }
  return { head, body, refused }
}
