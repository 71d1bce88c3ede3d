import http from 'node:http'
import { SECOND } from '#lib/both/time/clock.ts'
import type { RawRequest } from './hostile-request.ts'
import type { RawReply } from './verdict.ts'

/** A reply that takes longer has not come. */
const PATIENCE = 30 * SECOND

/** Sends requests byte for byte as they are given, which `fetch` would not. */
export function senderTo(url: string): { send: (request: RawRequest) => Promise<RawReply>; close: () => void } {
  const agent = new http.Agent({ keepAlive: true })
  const send = ({ method, path, headers, body }: RawRequest) =>
    new Promise<RawReply>((resolve, reject) => {
      const length = body && { 'content-length': String(body.length) }
      const given = { method, path, headers: { ...headers, ...length }, agent, timeout: PATIENCE }
      const request = http.request(url, given, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const header = (name: string) => {
            const value = response.headers[name]
            return (Array.isArray(value) ? value[0] : value) ?? null
          }
          resolve({
            status: response.statusCode ?? 0,
            headers: { get: header },
            text: Buffer.concat(chunks).toString(),
          })
        })
      })
      request.on('timeout', () => request.destroy(new Error(`no reply in ${PATIENCE / SECOND} seconds`)))
      request.on('error', reject)
      request.end(body)
    })
  return { send, close: () => agent.destroy() }
}
