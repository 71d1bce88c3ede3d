import { writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { Request } from './load.ts'

/** What a phone's browser says with each request of a page's script. */
export const browserHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-IN,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** As it came over the wire, still compressed. */
  body: Buffer
}

/** Asks once, as a browser would. */
export function ask(url: string, { path: address, method, headers, body }: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request(url + address, { method, headers: { ...browserHeaders, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}

/** Lets a bare server answer with the same bytes and headers, but for those that node:http writes itself. */
export function sameReply({ headers, body }: Reply, folder: string): Record<string, string> {
  const { date: _, connection: __, 'keep-alive': ___, ...kept } = headers
  const file = path.join(folder, 'reply')
  writeFileSync(file, body)
  return { REPLY_BODY: file, REPLY_HEADERS: JSON.stringify(kept) }
}
