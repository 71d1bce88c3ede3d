import type { APIContext, MiddlewareNext } from 'astro'
import { defineMiddleware } from 'astro/middleware'
import { answerFault } from './http/answer-fault.ts'
import { contentPolicyOf, permissionsOf, scriptPolicy } from './http/pages/page-policy.ts'
import { pageContext } from './core/provide.ts'
import { isSecure } from './core/config.ts'
import { inlineHashes } from './layouts/head/csp.ts'

/** Answers for a page that cannot be drawn, in our own words. While pages are written, Astro shows where it went wrong. */
export const onRequest = defineMiddleware(async (context, next) => {
  try {
    return await withHeaders(context, next)
  } catch (error) {
    if (import.meta.env.DEV) throw error
    return answerFault(pageContext(), context.request, error)
  }
})

/** Gives each page the headers that depend on it: what it is built of, and whom it lets in. */
async function withHeaders({ locals }: APIContext, next: MiddlewareNext): Promise<Response> {
  const response = await next()
  const { headers } = response
  const made = headers.get('content-security-policy')
  // Scripts and files that a page's route sends; in development, pages as well.
  if (made === null) {
    if (headers.get('content-type')?.startsWith('text/javascript')) headers.set('content-security-policy', scriptPolicy)
    return response
  }
  // What was rendered in place of another page comes by here twice.
  if (headers.has('permissions-policy')) return response
  const { guests = {} } = locals
  const html = await response.text()
  const hashes = inlineHashes(made, html)
  headers.set('content-security-policy', contentPolicyOf(guests, hashes, isSecure(pageContext().config)))
  headers.set('permissions-policy', permissionsOf(guests))
  if (guests.windows) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  return new Response(html, response)
}
