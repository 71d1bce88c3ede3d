import { getMyCourse } from '#features/course/course.contract.ts'
import { countUnread } from '#features/notifications/notifications.contract.ts'
import { callOf } from '../requests/calls.ts'
import { browserHeaders } from '../requests/replies.ts'
import { figure, type Columns, type Result } from '../results.ts'
import { inTurn } from '../requests/rounds.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'
import { seedClass, type Class } from './students.ts'

const SECONDS = 4
const CONNECTIONS = 16
const LEARNERS = 64

/** Requests of a view: the page, the course, and the number on the bell. */
const REQUESTS = 3

/** A learner opens the page of a course they study. */
export const ownCourse: Section = {
  name: 'study',
  title: "A learner's own course",
  engines: ['sqlite', 'postgres'],
  run: (stage, engine) => stage.withProducts(engine, (data) => seedClass(data, LEARNERS), measured),
}

async function measured(products: Product<Class>[]): Promise<Result[]> {
  const turns = await inTurn(products, ({ url, scene: { courseId, learners } }) => ({
    url,
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: browserHeaders,
    requests: learners.flatMap(({ token }) => [
      { path: `/my-courses/${courseId}`, method: 'GET' as const },
      callOf(getMyCourse, { params: { id: courseId } }, token),
      callOf(countUnread, {}, token),
    ]),
  }))
  const views = scaled(turns.perSecond, 1 / REQUESTS)
  return [
    figure(
      'page and its 2 calls',
      views,
      'views/s',
      { atLeast: 2, of: 'old' },
      'Moodle 4.5 on two cores, one day: 21 views/s',
    ),
    figure('processor', scaled(turns.processorMs, REQUESTS), 'ms/view'),
    figure('request, 99th percentile', turns.p99Ms, 'ms'),
    figure('failed', turns.failures, 'requests', { atMost: 0 }),
  ]
}

function scaled(columns: Columns, by: number): Columns {
  return { new: columns.new * by, old: columns.old === undefined ? undefined : columns.old * by }
}
