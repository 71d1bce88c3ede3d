import { listDiscussions } from '#features/discussions/discussions.contract.ts'
import { callOf } from '../requests/calls.ts'
import { ask, browserHeaders } from '../requests/replies.ts'
import { figure, type Result } from '../results.ts'
import { inTurn } from '../requests/rounds.ts'
import type { Request } from '../requests/load.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'
import { seedClass, type Class } from './students.ts'

const SECONDS = 4
const CONNECTIONS = 16
const LEARNERS = 64

/** The discussions of a course of which much is said, which each open page asks for every 15 seconds. */
export const discussions: Section = {
  name: 'discussions',
  title: 'Discussions of the most discussed course',
  engines: ['sqlite', 'postgres'],
  run: (stage, engine) => stage.withProducts(engine, (data) => seedClass(data, LEARNERS), measured),
}

async function measured(products: Product<Class>[]): Promise<Result[]> {
  const polls = new Map<string, Request[]>()
  for (const { url, scene } of products) polls.set(url, await pollsOf(url, scene))
  const common = { connections: CONNECTIONS, seconds: SECONDS, headers: browserHeaders }
  const calls = await inTurn(products, ({ url, scene }) => ({ ...common, url, requests: callsOf(scene) }))
  const nothingNew = await inTurn(products, ({ url }) => ({ ...common, url, requests: polls.get(url)! }))
  return [
    figure('call', calls.perSecond, 'requests/s'),
    figure('call, processor', calls.processorMs, 'ms/request', { atMost: 3 }),
    figure('call, 99th percentile', calls.p99Ms, 'ms'),
    figure('poll with nothing new', nothingNew.perSecond, 'requests/s'),
    figure('poll with nothing new, processor', nothingNew.processorMs, 'ms/request', { atMost: 0.3 }),
    figure('failed calls', calls.failures, 'requests', { atMost: 0 }),
    figure('failed polls', nothingNew.failures, 'requests', { atMost: 0 }),
  ]
}

const callsOf = ({ panelId, learners }: Class, headers: (index: number) => Record<string, string> = () => ({})) =>
  learners.map(({ token }, index) => callOf(listDiscussions, { params: { panelId }, query: {} }, token, headers(index)))

/** The same calls by pages that have the reply. */
async function pollsOf(url: string, scene: Class): Promise<Request[]> {
  const tags: string[] = []
  for (const call of callsOf(scene)) tags.push((await ask(url, call)).headers.etag ?? '')
  const polls = callsOf(scene, (index) => ({ 'if-none-match': tags[index]! }))
  const { status } = await ask(url, polls[0]!)
  if (status !== 304) throw new Error(`A poll with nothing new was answered with ${status}`)
  return polls
}
