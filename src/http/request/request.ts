import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { countRequest } from '#core/metrics/metrics.ts'
import { isLoopbackHost } from '#core/serving-problem.ts'
import type { Services } from '#core/context.ts'
import { deviceCookie, type DeviceCookie } from '#core/calls/device-cookie.ts'
import { staffCookies, type StaffCookies } from '#core/staff/staff-cookies.ts'
import { cameThroughProxy, unknownProxyWarning } from './forwarding.ts'
import { askerOf, proxiesIn } from '#core/trusted-proxies.ts'
import { requestScope } from '#core/calls/request-scope.ts'

/** What is known of a request before anybody looks at its content. */
export interface RequestFacts {
  requestId: string
  address: string
  userAgent: string
  signal: () => AbortSignal
  device: DeviceCookie
  staffCookies: StaffCookies
  /** The pattern of the page that answers; calls are known by their path in the router. */
  route?: string | undefined
}

export interface RequestEnv {
  Variables: { facts: RequestFacts }
}

/** A request as it is noted. */
interface AskedRequest {
  method: string
  /** Without its query. */
  path: string
  /** The address at the other end of the connection. */
  peer: string
  header: (name: string) => string | undefined
}

type NoteServices = Pick<Services, 'config' | 'log' | 'tracing' | 'readiness'>

/** Gives each request an id, and log, metrics and traces a word about it, whichever way it is answered. */
export function requestNotes({ config, log, tracing, readiness }: NoteServices) {
  const isProxy = proxiesIn(config.TRUSTED_PROXIES) ?? (() => false)
  const warn = unknownProxyWarning(config, log)
  const begin = ({ method, path, peer, header }: AskedRequest) => {
    const started = performance.now()
    // What somebody says of a request who is no proxy of ours is not believed.
    const told = (name: string) => {
      const value = header(name)
      return value !== undefined && isProxy(peer) ? value : undefined
    }
    const given = told('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : newRequestId()
    warn(header, peer)
    const span = tracing?.begin({ method, requestId, traceparent: told('traceparent') })
    const end = (route: string, status: number) => {
      const took = performance.now() - started
      const ms = Math.round(took * 10) / 10
      // A server that stops tells load balancers to go elsewhere: that is no fault.
      const isStopping = status === 503 && readiness.leaving
      countRequest(method, route, isStopping ? 'stopping' : status, took / 1000)
      span?.end(route, status, isStopping)
      const line = { req: requestId, method, path: loggedPath(path), status, ms }
      if (status >= 500 && !isStopping) log.error(line, 'request')
      else log.info(line, 'request')
    }
    return { requestId, span, end }
  }
  return { begin, isProxy }
}

/** The same for what goes through the pipeline, with what else is known of a request. */
export function requestLog(services: NoteServices): MiddlewareHandler<RequestEnv> {
  const { config } = services
  const { begin, isProxy } = requestNotes(services)
  return async (c, next) => {
    const peer = peerOf(c)
    const { method, path } = c.req
    const { requestId, span, end } = begin({ method, path, peer, header: (name) => c.req.header(name) })
    c.set('facts', {
      requestId,
      address: askerOf(peer, c.req.header('x-forwarded-for'), isProxy),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
      // Made when it is asked for: few calls need it.
      signal: () => c.req.raw.signal,
      device: deviceCookie(c, config),
      staffCookies: staffCookies(c, config),
    })
    // Before the reply is made: afterwards the header would cost a copy of it. Calls get it with their other headers.
    if (!isCall(c)) c.header('x-request-id', requestId)
    await requestScope.run({ requestId, span }, next)
    end(routeOf(c), c.res.status)
  }
}

/** Whether the API is asked, not for a page or a file. */
export function isCall(c: HonoContext): boolean {
  return c.req.path.startsWith('/api/')
}

/** A page's pattern, or that of the router, which is where the request was answered. */
function routeOf(c: HonoContext<RequestEnv>): string {
  return c.get('facts').route ?? (routePath(c) || 'none')
}

/** Sixteen hexadecimal digits; Node draws random numbers for UUIDs in stock, which is many times cheaper. */
export function newRequestId(): string {
  const id = randomUUID()
  return id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18)
}

/** Characters of an address that are logged. */
const LONGEST_PATH = 500

/** An address as it is logged. That of a calendar feed is a secret of its owner. */
export function loggedPath(path: string): string {
  return path.startsWith('/calendar/') ? '/calendar/…' : path.slice(0, LONGEST_PATH)
}

export function requestOf(c: HonoContext): RequestFacts {
  return (c as HonoContext<RequestEnv>).get('facts')
}

/** Requests made in-process, by tests and by the build, have no socket. */
function peerOf(c: HonoContext): string {
  return (c.env as { incoming?: unknown } | undefined)?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1'
}

/**
 * True for a caller on this machine, not through a proxy as far as that can be seen, who asked for this machine: a web page
 * elsewhere whose name was pointed at 127.0.0.1 asks for its own name.
 */
export function isLoopbackCaller(c: HonoContext): boolean {
  return isLoopbackHost(peerOf(c)) && isLoopbackHost(new URL(c.req.url).hostname) && !cameThroughProxy(c)
}
