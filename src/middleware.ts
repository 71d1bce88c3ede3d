import { defineMiddleware } from 'astro/middleware'
import { contentPolicyOf, permissionsOf, scriptPolicy } from './api/page-policy.ts'
import { pageContext } from './api/provide.ts'
import { isSecure } from './api/security-headers.ts'
import { inlineHashes } from './layouts/shell/csp.ts'

/** Gives each page the headers that depend on it: what it is built of, and whom it lets in. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
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
})
