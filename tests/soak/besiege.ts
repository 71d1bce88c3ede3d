import { routes } from '#http/routes.ts'
import { getProfile } from '#features/profile/profile.contract.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import type { Random } from '../support/random.ts'
import { nameOf } from '../support/api/sample.ts'
import { hostileRequest, type Known, type RawRequest, type Recipes } from './hostile-request.ts'
import { problemsOf, type RawReply } from './verdict.ts'

export interface Besieger {
  token: string
  known: Known
  recipes: Recipes
}

export interface Siege {
  /** Sends exactly this. */
  send: (request: RawRequest) => Promise<RawReply>
  /** Somebody new with objects of their own. */
  learner: (random: Random) => Promise<Besieger>
  random: Random
  requests: number
  /** The place of the call to begin with, so that callers at the same time are not all at the same one. */
  first?: number
  /** How many requests each learner makes before the next one comes; limits count by learner. */
  each?: number
}

export interface Tally {
  requests: number
  /** Answers by their status. */
  statuses: Record<number, number>
  /** Statuses that each call answered with. */
  calls: Record<string, Set<number>>
  slowest: { ms: number; name: string }
  /** At most twenty, with the request. */
  problems: string[]
}

export const emptyTally = (): Tally => ({
  requests: 0,
  statuses: {},
  calls: {},
  slowest: { ms: 0, name: '' },
  problems: [],
})

/** Sends hostile requests one after the other, to every call in turn, and looks at every answer. Adds to the tally. */
export async function besiege(
  { send, learner, random, requests, first = 0, each = 200 }: Siege,
  tally: Tally,
): Promise<void> {
  let current: Besieger | undefined
  for (let number = 0; number < requests && tally.problems.length < 20; number += 1) {
    const { endpoint } = routes[(first + number) % routes.length]!
    const name = nameOf(endpoint)
    if (!current || number % each === 0) current = await learner(random)
    const request = hostileRequest(endpoint, current, random)
    const found = (problem: string) => tally.problems.push(`${problem}\n  to ${describe(request)}`)
    const began = performance.now()
    const reply = await send(request).catch((error: unknown) => void found(`no answer: ${String(error)}`))
    if (!reply) continue
    const ms = performance.now() - began
    if (ms > tally.slowest.ms) tally.slowest = { ms, name }
    tally.requests += 1
    tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1
    const seen = (tally.calls[name] ??= new Set())
    seen.add(reply.status)
    problemsOf(endpoint, reply).forEach(found)
    // The session may be over by the learner's own request.
    if (number % 50 === 49 || reply.status === 401) {
      const good = await send(goodRequest(current.token))
      if (good.status === 401) current = undefined
      else if (good.status !== 200) found(`a good request is answered with ${good.status} afterwards`)
    }
  }
}

const goodRequest = (token: string): RawRequest => ({
  method: getProfile.method,
  path: servicePaths[getProfile.service] + getProfile.path,
  headers: { authorization: `Bearer ${token}` },
})

function describe({ method, path, headers, body }: RawRequest): string {
  const { authorization: _, ...others } = headers
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(others).slice(0, 200)} ${JSON.stringify(body?.toString().slice(0, 400))}`
}
