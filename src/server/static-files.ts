import { getMimeType } from 'hono/utils/mime'
import sirv, { type RequestHandler } from 'sirv'
import type { Config } from '#core/config.ts'
import { securityHeadersOf } from '#http/security-headers.ts'
import { withCharset } from '#lib/both/text/charset.ts'
import { countFile } from '#core/metrics/metrics.ts'
import { FOR_EVER, NAMED_AFTER_CONTENT } from './site-parts.ts'

/** The payment sandbox's window, the one page that others frame: the page that sells. */
const WINDOW = '/sandbox/window.html'
const windowPolicy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

/**
 * Sends the files of the built site that pages are not made of (site-parts.ts): pictures, icons, the payment sandbox's where
 * it is.
 */
export function staticFiles(folder: string, config: Config): RequestHandler {
  const always = Object.entries(securityHeadersOf(config))
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      countFile()
      const type = getMimeType(pathname)
      if (type) response.setHeader('content-type', withCharset(type))
      if (pathname.startsWith(NAMED_AFTER_CONTENT)) response.setHeader('cache-control', FOR_EVER)
      for (const [name, value] of always) response.setHeader(name, value)
      if (pathname === WINDOW) {
        response.setHeader('content-security-policy', windowPolicy)
        response.setHeader('x-frame-options', 'SAMEORIGIN')
      }
    },
  })
  const hidden = config.PAYMENT_PROVIDER === 'sandbox' ? undefined : '/sandbox/'
  return (request, response, next) => {
    if (hidden !== undefined && request.url?.startsWith(hidden)) return void next?.()
    // Files of the site are small and sent whole: sirv takes a range as it is written, and one that ends before it begins
    // would end the process.
    const { range } = request.headers
    delete request.headers.range
    send(request, response, () => {
      if (range !== undefined) request.headers.range = range
      void next?.()
    })
  }
}
