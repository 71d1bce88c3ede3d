import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Config } from '#core/config.ts'
import { countFile } from '#core/metrics/metrics.ts'
import { parted } from '#http/pages/page-address.ts'
import type { Copy } from '#http/pages/page-store.ts'
import { partHeadersOf } from '#http/security-headers.ts'
import { withCharset } from '#lib/both/text/charset.ts'
import { accepts } from '#lib/server/encodings.ts'

/** Where the build puts what it names after its content. */
export const NAMED_AFTER_CONTENT = '/_astro/'

/** For as long as a browser keeps anything. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** What is sent of a part, by the ending of its file. */
const encodings = { br: '.br', gzip: '.gz' } as const

type Encoding = keyof typeof encodings

type Part = { plain: Copy } & Partial<Record<Encoding, Copy>>

/**
 * Answers with scripts, styles and fonts of the built site, of which a page fetches some dozen, from memory: they are two
 * megabytes, and to open and read a file took eight times as long as to send it. Nobody who has one asks whether it is
 * still the same, so nothing is said of its version.
 * @param folder of the built site
 * @returns whether the request was answered
 */
export function siteParts(
  folder: string,
  config: Config,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const inside = path.join(folder, NAMED_AFTER_CONTENT)
  const files = new Set(existsSync(inside) ? readdirSync(inside) : [])
  const ofParts = Object.entries(partHeadersOf(config)).flat()
  const known = new Map<string, Part>()

  const read = (name: string): Part => {
    const type = getMimeType(name)
    const copyOf = (file: string, ...more: string[]): Copy => {
      const body = readFileSync(path.join(inside, file))
      const headers = ['vary', 'accept-encoding', 'cache-control', FOR_EVER, ...ofParts, ...more]
      if (type) headers.push('content-type', withCharset(type))
      return { body, headers: [...headers, 'content-length', String(body.length)] }
    }
    const part: Part = { plain: copyOf(name) }
    for (const encoding of ['br', 'gzip'] as const) {
      const file = name + encodings[encoding]
      if (files.has(file)) part[encoding] = copyOf(file, 'content-encoding', encoding)
    }
    return part
  }
  /** Read when it is first asked for. */
  const find = (name: string): Part | undefined => {
    const part = known.get(name)
    if (part || !/\.(?:js|css|woff2)$/.test(name) || !files.has(name)) return part
    const made = read(name)
    known.set(name, made)
    return made
  }

  return ({ method, url = '', headers }, response) => {
    if (!url.startsWith(NAMED_AFTER_CONTENT) || (method !== 'GET' && method !== 'HEAD')) return false
    const part = find(parted(url)[0].slice(NAMED_AFTER_CONTENT.length))
    if (!part) return false
    const accepted = headers['accept-encoding'] as string | undefined
    const encoding = (['br', 'gzip'] as const).find((one) => part[one] && accepts(accepted, one))
    const copy = (encoding && part[encoding]) ?? part.plain
    countFile()
    response.writeHead(200, copy.headers).end(method === 'HEAD' ? null : copy.body)
    return true
  }
}
