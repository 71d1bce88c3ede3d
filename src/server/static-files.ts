import sirv, { type RequestHandler } from 'sirv'
import type { Config } from '#api/config.ts'
import { closedPolicy, scriptPolicy } from '#api/page-policy.ts'
import { securityHeadersOf } from '#api/security-headers.ts'
import { countFile } from '#ops/metrics.ts'

/** The payment sandbox's window, the one page that others frame: the page that sells. */
const WINDOW = '/sandbox/window.html'
const windowPolicy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

/** Sends the files of the built site, with the headers of every reply. The payment sandbox's are there where it is. */
export function staticFiles(folder: string, config: Config): RequestHandler {
  const always = Object.entries(securityHeadersOf(config))
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      countFile()
      for (const [name, value] of always) response.setHeader(name, value)
      response.setHeader('content-security-policy', pathname.endsWith('.js') ? scriptPolicy : closedPolicy)
      if (pathname === WINDOW) {
        response.setHeader('content-security-policy', windowPolicy)
        response.setHeader('x-frame-options', 'SAMEORIGIN')
      }
      // Everything under _astro is named after its content.
      if (pathname.startsWith('/_astro/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  if (config.PAYMENT_PROVIDER === 'sandbox') return send
  return (request, response, next) => {
    if (request.url?.startsWith('/sandbox/')) void next?.()
    else send(request, response, next)
  }
}
