import { getMyCourse } from '#features/course/course.contract.ts'
import { countUnread } from '#features/notifications/notifications.contract.ts'
import { callOf } from '../requests/calls.ts'
import { seedCandidates, type Data, type SeededCandidate } from '../candidates.ts'
import { measure } from '../generator.ts'
import type { Load } from '../requests/load.ts'
import { residentMb } from '../processes.ts'
import { browserHeaders } from '../requests/replies.ts'
import { figure, type Columns, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'
import { SAVE } from '../saves/saves.ts'
import { seedClass, type Class } from '../study/students.ts'

const CONNECTIONS = 64
const CANDIDATES = 64
/** Nothing is measured of a load but what it leaves behind. */
const LONGEST = 120

interface Scene extends Class {
  candidates: SeededCandidate[]
}

/** What a server holds after 200,000 requests of many kinds, most of them with something that it has not seen. */
export const memory: Section = {
  name: 'memory',
  title: 'Memory',
  run: (stage) => stage.withProducts('sqlite', seed, measured),
}

async function seed(data: Data): Promise<Scene> {
  return {
    ...(await seedClass(data, CANDIDATES)),
    candidates: await seedCandidates(data, CANDIDATES, { started: true }),
  }
}

function loadsOf(url: string, { courseId, learners, candidates }: Scene): Load[] {
  const common = { url, connections: CONNECTIONS, seconds: LONGEST, headers: browserHeaders }
  const views = learners.flatMap(({ token }) => [
    { path: `/my-courses/${courseId}`, method: 'GET' as const },
    callOf(getMyCourse, { params: { id: courseId } }, token),
    callOf(countUnread, {}, token),
  ])
  return [
    { ...common, amount: 119_000, saves: { path: SAVE, candidates } },
    { ...common, amount: 60_000, url: `${url}/courses`, vary: 'unknown' },
    { ...common, amount: 20_000, requests: views },
    { ...common, amount: 1000, url: `${url}/courses`, vary: 'search' },
  ]
}

async function measured(products: Product<Scene>[]): Promise<Result[]> {
  const columns: Record<'requests' | 'failures' | 'held', Partial<Columns>> = { requests: {}, failures: {}, held: {} }
  for (const { column, url, server, scene } of products) {
    const loads = []
    for (const load of loadsOf(url, scene)) loads.push(await measure(load))
    columns.held[column] = residentMb(server.pid)
    columns.requests[column] = loads.reduce((sum, { requests }) => sum + requests, 0)
    columns.failures[column] = loads.reduce((sum, { failures }) => sum + failures, 0)
  }
  const of = (name: keyof typeof columns) => columns[name] as Columns
  return [
    figure('requests', of('requests'), ''),
    figure('resident memory after them', of('held'), 'MB', { atMost: 250 }),
    figure('failed', of('failures'), 'requests', { atMost: 0 }),
  ]
}
