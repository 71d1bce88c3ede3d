import { launch } from 'chrome-launcher'
import lighthouse, { type Result as Report } from 'lighthouse'
import { chromium } from 'playwright'
import { findChromium } from '../../../scripts/chromium.mjs'
import { categoryPath, courseId, examId, logIn, purchasePaths, satExam, startExam, type User } from './demo.ts'
import { cell, median, type Budget, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'

/** How often each page is looked at; medians are quoted. */
const LOOKS = 3

const PERCENT = 100
const KB = 1024
const SECOND = 1000

/** The demo's learner who has been here for long. */
const PHONE = '9000000001'

/** A page with what is wanted of it beside what is wanted of all. */
interface Page {
  path: string
  /** Kilobytes of JavaScript on the wire, at most. */
  scripts?: number
  /** A page behind the log-in is closed to search engines on purpose. */
  open?: boolean
}

/** Lighthouse's categories by what the table calls them. */
const categories = { score: 'performance', a11y: 'accessibility', best: 'best-practices', seo: 'seo' }

/** Every page of a learner, and those that visitors meet, as Lighthouse sees them on a phone: slow 4G, a slow processor. */
export const scores: Section = {
  name: 'scores',
  title: 'Pages on a first visit, Lighthouse on a phone, median of 3',
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
    ...['/courses', await categoryPath(base), `/courses/${course}`, '/search?q=polity', '/login'].map((path) => ({
      path,
      open: true,
    })),
    ...(await learnersPages(base, user, course)),
  ].filter(({ path }) => path.includes(named))
  const browser = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    logLevel: 'silent',
  })
  try {
    const results: Result[] = []
    const look = async (page: Page) => results.push(...(await scoreOf(base, page, browser.port)))
    for (const page of pages.filter(({ open }) => open)) await look(page)
    await store(base, browser.port, user)
    for (const page of pages.filter(({ open }) => !open)) await look(page)
    return results
  } finally {
    browser.kill()
  }
}

async function learnersPages(base: string, user: User, course: number): Promise<Page[]> {
  const short = await examId(base, user, 'Five-Question Taster')
  const long = await examId(base, user, 'Degree Level Prelims: Full Mock 1')
  const result = await satExam(base, user, short)
  await startExam(base, user, long)
  return [
    { path: '/dashboard', scripts: 95 },
    { path: '/my-courses' },
    { path: `/my-courses/${course}`, scripts: 95 },
    { path: `/my-courses/${course}?tab=discussion`, scripts: 95 },
    { path: '/daily-workouts' },
    { path: '/mock-test' },
    { path: `/mock-test/${short}` },
    { path: `/exam/${long}/start`, scripts: 85 },
    { path: result, scripts: 85 },
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

/** Logs the browser in. */
async function store(base: string, port: number, user: User): Promise<void> {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await connected.contexts()[0]!.newPage()
  await page.goto(`${base}/healthz`)
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
  await page.close()
  await connected.close()
}

async function scoreOf(base: string, { path, scripts, open = false }: Page, port: number): Promise<Result[]> {
  const reports = await look(base, path, port)
  const of = (measure: (report: Report) => number) => median(reports.map(measure))
  const category = (name: string) => of((report) => (report.categories[name]?.score ?? 0) * PERCENT)
  const audit = (name: string) => of(({ audits }) => audits[name]?.numericValue ?? Infinity)
  const noted = (column: string, value: number, budget: Budget = {}) => cell(path, column, value, budget)
  return [
    noted('score', category(categories.score), { atLeast: 99 }),
    noted('LCP s', audit('largest-contentful-paint') / SECOND, { atMost: 1.8 }),
    noted('TBT ms', audit('total-blocking-time'), { atMost: 60 }),
    noted('CLS', audit('cumulative-layout-shift'), { atMost: 0.02 }),
    noted(
      'reqs',
      of((report) => requestsOf(report).length),
      { atMost: 25 },
    ),
    noted('JS kB', of(scriptBytes) / KB, scripts === undefined ? {} : { atMost: scripts }),
    noted('a11y', category(categories.a11y), { atLeast: PERCENT }),
    noted('best', category(categories.best), { atLeast: PERCENT }),
    noted('seo', category(categories.seo), open ? { atLeast: PERCENT } : {}),
  ]
}

/** Looks at a page with an empty cache; the log-in, which stands in local storage, stays. */
async function look(base: string, path: string, port: number): Promise<Report[]> {
  const reports: Report[] = []
  for (let tries = 0; reports.length < LOOKS; tries++) {
    const done = await lighthouse(base + path, { port, logLevel: 'silent', onlyCategories: Object.values(categories) })
    const trouble = done ? done.lhr.runtimeError?.message : 'no report'
    // Now and then Lighthouse misses the beginning of a page, and asks to be run again.
    if (trouble && tries < 2 * LOOKS) continue
    if (!done || trouble) throw new Error(`${path}: ${trouble}`)
    if (!done.lhr.finalDisplayedUrl.endsWith(path)) throw new Error(`${path} led to ${done.lhr.finalDisplayedUrl}`)
    reports.push(done.lhr)
  }
  return reports
}

interface NetworkRequest {
  url: string
  resourceType?: string
  transferSize: number
}

/** Requests that went over the wire. */
function requestsOf({ audits }: Report): NetworkRequest[] {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as { items?: NetworkRequest[] }
  return items.filter(({ url }) => url.startsWith('http'))
}

const scriptBytes = (report: Report): number =>
  requestsOf(report).reduce(
    (sum, { resourceType, transferSize }) => sum + (resourceType === 'Script' ? transferSize : 0),
    0,
  )
