import { readFileSync } from 'node:fs'
import http from 'node:http'

/** Milliseconds of processor time that a process's main thread has had; unlike a clock it stands still while others run. */
function threadTime(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** A server to ask and to look at. */
export interface Watched {
  port: number
  pid: number
}

/** Requests over connections of their own that stay open, byte for byte. */
export function caller({ port }: Watched) {
  const agent = new http.Agent({ keepAlive: true })
  /** @returns the status, or undefined where the server hung up before it was read */
  const ask = (path: string, headers: http.OutgoingHttpHeaders = {}, body?: Buffer, method = body ? 'POST' : 'GET') =>
    new Promise<number | undefined>((resolve) => {
      const given = { host: '127.0.0.1', port, path, method, headers, agent: body ? false : agent }
      const request = http.request(given, (response) => {
        response.resume()
        response.on('close', () => resolve(response.statusCode))
      })
      // Told that it is too long, a client may still be sending.
      request.on('error', () => resolve(undefined))
      request.end(body)
    })
  return { ask, close: () => agent.destroy() }
}

/**
 * While something is asked of a server, the longest that /healthz had to wait for it, in milliseconds: the processor time
 * of the server's thread between two answers, so that it is the same on a busy machine.
 */
export async function longestBlock(server: Watched, asked: () => Promise<unknown>): Promise<number> {
  const { ask, close } = caller(server)
  await ask('/healthz')
  let longest = 0
  let over = false
  const end = asked().finally(() => (over = true))
  let before = threadTime(server.pid)
  for (let last = false; !last;) {
    last = over
    await ask('/healthz')
    const now = threadTime(server.pid)
    longest = Math.max(longest, now - before)
    before = now
  }
  await end
  close()
  return longest
}
