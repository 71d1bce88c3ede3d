import type { MiddlewareHandler } from 'hono'
import { isSecure, type Config } from '#core/config.ts'
import { beginHeaders, completeHeaders } from '#core/calls/reply-headers.ts'
import type { Services } from '#core/context.ts'
import { closedPermissions, closedPolicy } from './pages/page-policy.ts'
import { isCall, requestOf } from './request/request.ts'

/**
 * Headers of every reply but those of partHeadersOf; pages bring their own in place of some (page-policy.ts). No reply has
 * CORS headers.
 */
export function securityHeadersOf(config: Config): Record<string, string> {
  return {
    'content-security-policy': closedPolicy,
    'permissions-policy': closedPermissions,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(isSecure(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/**
 * Of scripts, styles and fonts of the built site, of which a page fetches some dozen: what else the others say, their policy
 * included, is of use where a browser shows a reply or runs it as a page or a worker, and would be a third of what most of
 * these files weigh. Whoever opens one by its address is shown its text.
 */
export function partHeadersOf(config: Config): Record<string, string> {
  const all = securityHeadersOf(config)
  const kept = ['cross-origin-resource-policy', 'x-content-type-options', 'strict-transport-security']
  return Object.fromEntries(kept.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

/** Puts them on what the API and the operations answer; pages get theirs from the page cache. */
export function securityHeaders({ config }: Services): MiddlewareHandler {
  const headers = securityHeadersOf(config)
  const list = Object.entries(headers)
  return async (c, next) => {
    if (isCall(c)) {
      beginHeaders(c, { ...headers, 'x-request-id': requestOf(c).requestId })
      await next()
      completeHeaders(c)
    } else {
      // Before the reply is made: afterwards each header would cost a copy of it.
      for (const [name, value] of list) c.header(name, value)
      await next()
    }
  }
}
