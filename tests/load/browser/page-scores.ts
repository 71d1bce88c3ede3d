import { findChromium } from '../../../scripts/chromium.mjs'
import { categoryPath, courseId, examId, logIn, purchasePaths, satExam, startExam, type User } from './demo.ts'
import { openLighthouse, requestsOf, scriptBytes, type Lighthouse, type Look, type Report } from './lighthouse.ts'
import { serveReferencePage } from './reference/reference-page.ts'
import { cell, figure, median, type Budget, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import type { MainThreadTime } from '../../support/main-thread.ts'

/** Visits of each page; medians are quoted. */
const VISITS = 5

const PERCENT = 100
const KB = 1024
const SECOND = 1000

/** The demo's learner who has been here for long. */
const PHONE = '9000000001'

/** The page whose largest paint is the measure of the other pages' largest paints: all of it comes with the document. */
const FASTEST_PAINT = '/login'
const MAX_PAINT = 1.1

/** The page whose work is the measure of the busiest pages' work. */
const PLAIN_LIST = '/mock-test'
const BUSIEST = ['/dashboard', '/daily-workouts', '/practice']
const MAX_WORK = 1.5

/** The longest task of a page, in longest tasks of the reference page. */
const MAX_LONGEST_TASK = 2

/** A page with what is wanted of it beside what is wanted of all. */
interface Page {
  path: string
  /** A page behind the log-in is closed to search engines on purpose. */
  open?: boolean
}

/** Visits of a page, and the visits of the reference page just before each of them. */
interface Measured extends Page {
  looks: Look[]
  references: Look[]
}

/** Every page of a learner, and those that visitors meet, as Lighthouse sees them on a phone: slow 4G, a slow processor. */
export const scores: Section = {
  name: 'scores',
  title: `Pages on a first visit, Lighthouse on a phone, median of ${VISITS}; x: times the reference page`,
  run: (stage, _, { named }) =>
    stage.withProducts(
      'sqlite',
      async () => {},
      (products) => pageScores(products.at(-1)!.url, named),
    ),
}

async function pageScores(base: string, named: string): Promise<Result[]> {
  const course = await courseId(base, 'Degree Level Prelims')
  const user = await logIn(base, PHONE)
  const pages: Page[] = [
    ...['/courses', await categoryPath(base), `/courses/${course}`, '/search?q=polity', FASTEST_PAINT].map((path) => ({
      path,
      open: true,
    })),
    ...(await learnersPages(base, user, course)),
  ].filter(({ path }) => path.includes(named) || path === FASTEST_PAINT || path === PLAIN_LIST)
  const reference = await serveReferencePage()
  const lighthouse = await openLighthouse(await findChromium())
  try {
    const measured: Measured[] = []
    const measure = async (page: Page) => measured.push(await lookAt(lighthouse, base, page, reference.url))
    for (const page of pages.filter(({ open }) => open)) await measure(page)
    await lighthouse.store(base, user)
    for (const page of pages.filter(({ open }) => !open)) await measure(page)
    return [benchmarkIndex(measured), ...measured.flatMap((page) => resultsOf(page, measured))]
  } finally {
    lighthouse.close()
    await reference.stop()
  }
}

async function learnersPages(base: string, user: User, course: number): Promise<Page[]> {
  const short = await examId(base, user, 'Five-Question Taster')
  const long = await examId(base, user, 'Degree Level Prelims: Full Mock 1')
  const result = await satExam(base, user, short)
  await startExam(base, user, long)
  return [
    { path: '/dashboard' },
    { path: '/my-courses' },
    { path: `/my-courses/${course}` },
    { path: `/my-courses/${course}?tab=discussion` },
    { path: '/daily-workouts' },
    { path: '/mock-test' },
    { path: `/mock-test/${short}` },
    { path: `/exam/${long}/start` },
    { path: result },
    { path: `${result}/sheet` },
    { path: '/quizzes' },
    { path: '/quizzes/1' },
    { path: '/practice' },
    { path: '/live-classes' },
    { path: '/support' },
    { path: '/settings' },
    { path: '/my-purchases' },
    ...(await purchasePaths(base, user)).map((path) => ({ path })),
    { path: '/buycourse/1' },
  ]
}

/** Visits the reference page and a page in turn: what else the machine does then concerns both. */
async function lookAt(lighthouse: Lighthouse, base: string, page: Page, reference: string): Promise<Measured> {
  const measured: Measured = { ...page, looks: [], references: [] }
  while (measured.looks.length < VISITS) {
    measured.references.push(await lighthouse.look(reference))
    // The other categories look at what does not change from visit to visit.
    measured.looks.push(await lighthouse.look(base + page.path, { allCategories: measured.looks.length === 0 }))
  }
  return measured
}

/** Speed of the machine as Lighthouse measures it at each visit. Scores of machines with other figures do not compare. */
function benchmarkIndex(measured: Measured[]): Result {
  const indexes = measured.flatMap(({ looks }) => looks.map(({ report }) => report.environment.benchmarkIndex))
  const range = `from ${Math.min(...indexes)} to ${Math.max(...indexes)}`
  return figure('benchmark index of Lighthouse', median(indexes), '', {}, range)
}

function resultsOf(measured: Measured, all: Measured[]): Result[] {
  const { path, open = false, looks } = measured
  const of = (measure: (report: Report) => number) => median(looks.map(({ report }) => measure(report)))
  const category = (name: string) => (looks[0]!.report.categories[name]?.score ?? 0) * PERCENT
  const score = of(({ categories }) => (categories.performance?.score ?? 0) * PERCENT)
  const audit = (name: string) => of(({ audits }) => audits[name]?.numericValue ?? Infinity)
  const paint = largestPaint(looks)
  const fastest = all.find((one) => one.path === FASTEST_PAINT)!
  const list = all.find((one) => one.path === PLAIN_LIST)!
  const noted = (column: string, value: number, budget: Budget = {}) => cell(path, column, value, budget)
  return [
    noted('script x', multiple(measured, 'script')),
    noted('layout x', multiple(measured, 'layout')),
    noted('other x', multiple(measured, 'other')),
    noted('all x', multiple(measured, 'total')),
    noted(
      '/list',
      multiple(measured, 'total') / multiple(list, 'total'),
      BUSIEST.includes(path) ? { atMost: MAX_WORK } : {},
    ),
    noted('longest x', multiple(measured, 'longest'), { atMost: MAX_LONGEST_TASK }),
    noted('LCP s', paint / SECOND),
    noted('/log-in', paint / largestPaint(fastest.looks), { atMost: MAX_PAINT }),
    noted('TBT ms', audit('total-blocking-time')),
    noted('score', score),
    noted('CLS', audit('cumulative-layout-shift'), { atMost: 0.02 }),
    noted(
      'reqs',
      of((report) => requestsOf(report).length),
      { atMost: 25 },
    ),
    noted('JS kB', of(scriptBytes) / KB),
    noted('a11y', category('accessibility'), { atLeast: PERCENT }),
    noted('best', category('best-practices'), { atLeast: PERCENT }),
    noted('seo', category('seo'), open ? { atLeast: PERCENT } : {}),
  ]
}

const largestPaint = (looks: Look[]) =>
  median(looks.map(({ report }) => report.audits['largest-contentful-paint']?.numericValue ?? Infinity))

/** Processor time of a page as a multiple of that of the reference page, which was visited just before: the machine's speed changes. */
function multiple({ looks, references }: Measured, kind: keyof MainThreadTime): number {
  return median(looks.map(({ mainThread }, visit) => mainThread[kind] / references[visit]!.mainThread[kind]))
}
