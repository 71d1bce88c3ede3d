import { routes } from '#http/routes.ts'
import { getProfile } from '#features/profile/profile.contract.ts'
import { getMe } from '#features/staff/account/account.contract.ts'
import { askPasskey } from '#features/staff/log-in/log-in.contract.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import type { Random } from '../support/random.ts'
import { headersOf, requestFor, type Caller } from '../support/api/calls.ts'
import { nameOf } from '../support/api/sample.ts'
import { hostileRequest, type Known, type RawRequest, type Recipes } from './hostile-request.ts'
import { problemsOf, type RawReply } from './verdict.ts'

/** A learner with objects of their own. */
export interface Besieger {
  /** Sessions: requests end them. */
  tokens: string[]
  known: Known
  recipes: Recipes
}

export interface Siege {
  /** Sends exactly this. */
  send: (request: RawRequest) => Promise<RawReply>
  besiegers: Besiegers
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

/** Whose requests they are, one after the other; the siege ends where there is nobody left. */
export interface Besiegers {
  learners: Iterator<Besieger>
  /** Somebody of the staff with every role. */
  staff: Iterator<Caller>
  /** Somebody of the staff who has proved their phone. */
  entering: Iterator<Caller>
}

type Door = keyof Besiegers

const doorOf = ({ access }: Endpoint): Door => (access === 'staff' || access === 'entering' ? access : 'learners')

/** What is always answered to whoever is still let in. */
const good: Record<Door, Endpoint> = { learners: getProfile, staff: getMe, entering: askPasskey }

/** Sends hostile requests one after the other, to every call in turn, and looks at every answer. Adds to the tally. */
export async function besiege(
  { send, besiegers, random, requests, first = 0, each = 200 }: Siege,
  tally: Tally,
): Promise<void> {
  let learner = next(besiegers.learners)
  const callers: Record<Door, Caller> = {
    learners: { token: learner.tokens[0]! },
    staff: next(besiegers.staff),
    entering: next(besiegers.entering),
  }
  /** The status that a good request through a door is answered with. */
  const goodThrough = async (door: Door) => {
    const [path, { method = 'GET' }] = requestFor(good[door], {})
    return (await send({ method, path, headers: headersOf(callers[door]) })).status
  }
  const nextLearner = () => {
    learner = next(besiegers.learners)
    callers.learners = { token: learner.tokens[0]! }
  }
  const renew = (door: Door) => {
    if (door !== 'learners') return void (callers[door] = next(besiegers[door]))
    learner.tokens.shift()
    if (learner.tokens.length === 0) nextLearner()
    else callers.learners = { token: learner.tokens[0]! }
  }
  for (let number = 0; number < requests && tally.problems.length < 20; number += 1) {
    const { endpoint } = routes[(first + number) % routes.length]!
    const name = nameOf(endpoint)
    const door = doorOf(endpoint)
    if (number > 0 && number % each === 0) nextLearner()
    const { known, recipes } = learner
    const request = hostileRequest(endpoint, { caller: callers[door], known, recipes }, random)
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
    if (number % 50 !== 49 && reply.status !== 401) continue
    // The session may be over by the caller's own request, and others by one of staff.
    let status = await goodThrough(door)
    for (; status === 401; status = await goodThrough(door)) renew(door)
    if (status !== 200) found(`a good request is answered with ${status} afterwards`)
  }
}

function next<T>(callers: Iterator<T>): T {
  const { value, done } = callers.next()
  if (done) throw new Error('Nobody is left to send requests: more are needed')
  return value
}

function describe({ method, path, headers, body }: RawRequest): string {
  const { authorization: _, cookie: __, 'x-csrf-token': ___, ...others } = headers
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(others).slice(0, 200)} ${JSON.stringify(body?.toString().slice(0, 400))}`
}
