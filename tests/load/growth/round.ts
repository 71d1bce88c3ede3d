import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'

/** Requests that so many callers send, each the next one when the last was answered. */
export interface Round {
  url: string
  callers: number
  requests: [path: string, init: { method?: string; headers?: Record<string, string>; body?: string }][]
}

export interface Answered {
  p50Ms: number
  p99Ms: number
  /** Replies other than 200, and connections that broke. */
  failures: number
}

/** Plays a round in a process of its own, so that it does not share an event loop with what else goes on here. */
export async function play(round: Round): Promise<Answered> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(round)
  const [answered] = (await once(child, 'message')) as [Answered]
  child.disconnect()
  return answered
}

async function run({ url, callers, requests }: Round): Promise<Answered> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers })
  const took: number[] = []
  let failures = 0
  const waiting = requests.values()
  const caller = async () => {
    for (const request of waiting) {
      const sent = performance.now()
      const status = await ask(url, agent, request).catch((error: Error) => error.message)
      took.push(performance.now() - sent)
      if (status === 200) continue
      failures += 1
      if (failures === 1) console.error(`${request[0]}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  agent.destroy()
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(share * took.length) - 1] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

function ask(
  url: string,
  agent: http.Agent,
  [path, { method = 'GET', headers = {}, body }]: Round['requests'][number],
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
      response.once('error', reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

if (process.send) process.once('message', (round: Round) => void run(round).then((done) => process.send!(done)))
