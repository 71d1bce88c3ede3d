import type { ServerResponse } from 'node:http'
import { getMimeType } from 'hono/utils/mime'
import sirv, { type RequestHandler } from 'sirv'
import type { Config } from '#core/config.ts'
import { partHeadersOf, securityHeadersOf } from '#http/security-headers.ts'
import { withCharset } from '#lib/both/text/charset.ts'
import { countFile } from '#core/metrics/metrics.ts'

/** The payment sandbox's window, the one page that others frame: the page that sells. */
const WINDOW = '/sandbox/window.html'
const windowPolicy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

/** Sends the files of the built site, with the headers that their kind needs. The payment sandbox's are there where it is. */
export function staticFiles(folder: string, config: Config): RequestHandler {
  const always = Object.entries(securityHeadersOf(config))
  const ofParts = Object.entries(partHeadersOf(config))
  const send = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, pathname) => {
      countFile()
      const type = getMimeType(pathname)
      if (type) response.setHeader('content-type', withCharset(type))
      // Everything under _astro is named after its content.
      if (pathname.startsWith('/_astro/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      const isPart = /^\/_astro\/.*\.(?:js|css|woff2)$/.test(pathname)
      if (isPart) sayNoVersion(response)
      for (const [name, value] of isPart ? ofParts : always) response.setHeader(name, value)
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

/**
 * Sirv says of each file when it was written and which version it is. Nobody who has one that is named after its content
 * asks whether it is still the same, and a page fetches some dozen.
 */
function sayNoVersion(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  Object.assign(response, {
    writeHead: (status: number, headers: Record<string, string>) => {
      delete headers['Last-Modified']
      delete headers.ETag
      return writeHead(status, headers)
    },
  })
}
