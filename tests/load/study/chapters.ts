import { seedCandidates, type Data } from '../candidates.ts'
import { ask, browserHeaders } from '../requests/replies.ts'
import { figure, type Columns, type Result } from '../results.ts'
import { inTurn, type Turns } from '../requests/rounds.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'
import { seedLongCourses, type LongCourse } from './long-courses.ts'

const SECONDS = 4
const KB = 1024

/** Chapters of the courses: what one costs for each kB must not grow with them. */
const CHAPTERS = [50, 500]
const GROWTH = 1.5

interface Student {
  token: string
  courses: LongCourse[]
}

/** A course page must cost what its chapters weigh: nothing may grow faster than the reply. */
export const chapters: Section = {
  name: 'chapters',
  title: 'A course page by its chapters',
  run: (stage) => stage.withProducts('sqlite', seedStudent, measured),
}

async function seedStudent(data: Data): Promise<Student> {
  const [student] = await seedCandidates(data, 1, { started: false })
  return { token: student!.token, courses: await seedLongCourses(data, student!.token, CHAPTERS) }
}

async function measured(products: Product<Student>[]): Promise<Result[]> {
  const calls: { length: number; turns: Turns; msPerKb: Columns }[] = []
  for (const [index, length] of CHAPTERS.entries()) {
    const callOf = ({ scene: { token, courses } }: Product<Student>) => ({
      path: `/api/v1/user/courses/mycourse/${courses[index]!.id}`,
      method: 'POST' as const,
      headers: { authorization: `Bearer ${token}` },
    })
    // One caller, so that the figure is the time of a reply and not the length of a queue.
    const turns = await inTurn(products, (product) => ({
      url: product.url,
      connections: 1,
      seconds: SECONDS,
      headers: browserHeaders,
      requests: [callOf(product)],
    }))
    const product = products.at(-1)!
    const { body } = await ask(product.url, {
      ...callOf(product),
      headers: { ...callOf(product).headers, 'accept-encoding': 'identity' },
    })
    const msPerKb = (perSecond: number) => 1000 / perSecond / (body.length / KB)
    const { perSecond } = turns
    calls.push({
      length,
      turns,
      msPerKb: { new: msPerKb(perSecond.new), old: perSecond.old === undefined ? undefined : msPerKb(perSecond.old) },
    })
  }
  const [short, long] = calls as [(typeof calls)[0], (typeof calls)[0]]
  const growth = {
    new: long.msPerKb.new / short.msPerKb.new,
    old: long.msPerKb.old === undefined ? undefined : long.msPerKb.old / short.msPerKb.old!,
  }
  return [
    ...calls.flatMap(({ length, turns }) => [
      figure(`mycourse call, ${length} chapters`, turns.perSecond, 'requests/s'),
      figure(`mycourse call, ${length} chapters, failed`, turns.failures, 'requests', { atMost: 0 }),
    ]),
    figure(`mycourse call per kB, ${long.length} chapters to ${short.length}`, growth, 'times', { atMost: GROWTH }),
  ]
}
