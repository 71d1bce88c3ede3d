import type { APIContext, MiddlewareNext } from 'astro'
import { defineMiddleware } from 'astro/middleware'
import { answerFault } from './http/answer-fault.ts'
import { lacksNumber } from './http/pages/numbered-pages.ts'
import { contentPolicyOf, permissionsOf, scriptPolicy } from './http/pages/page-policy.ts'
import { finishPage, pageContext } from './core/provide.ts'
import { isSecure } from './core/config.ts'
import { inlineHashes } from './layouts/head/csp.ts'
import { markLanguages } from './lib/both/text/marked-html.ts'

/** Answers for a page that cannot be drawn, in our own words. While pages are written, Astro shows where it went wrong. */
export const onRequest = defineMiddleware(async (context, next) => {
  try {
    return await withHeaders(context, next)
  } catch (error) {
    if (import.meta.env.DEV) throw error
    return answerFault(pageContext(), context.request, error)
  }
})

/** Gives each page the headers that depend on it: what it is built of, and whom it lets in; and finishes its HTML. */
async function withHeaders({ locals, routePattern, params }: APIContext, next: MiddlewareNext): Promise<Response> {
  const response = await next(lacksNumber(routePattern, params) ? '/404' : undefined)
  const { headers } = response
  const type = headers.get('content-type')
  if (!type?.startsWith('text/html')) {
    // A script that a page's route sends.
    if (type?.startsWith('text/javascript')) headers.set('content-security-policy', scriptPolicy)
    return response
  }
  // What was rendered in place of another page comes by here twice.
  if (headers.has('permissions-policy')) return response
  // Read and written once: a page has a hundred kilobytes.
  const html = await response.text()
  const made = headers.get('content-security-policy')
  // None in development.
  if (made !== null) {
    const { guests = {} } = locals
    const hashes = inlineHashes(made, html)
    headers.set('content-security-policy', contentPolicyOf(guests, hashes, isSecure(pageContext().config)))
    headers.set('permissions-policy', permissionsOf(guests))
    if (guests.windows) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  }
  // Titles and names come out of the database as they were written; what they are drawn into says in which language.
  return new Response(Buffer.from(finishPage(markLanguages(html))), response)
}
