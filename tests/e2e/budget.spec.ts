import type { Browser, Request } from '@playwright/test'
import { expect, logIn, logInElsewhere, phone, serverUrl, test, type LoggedIn } from '../support/journeys/browser.ts'
import { api, demoExam, examId, satExam } from '../support/journeys/exam-page.ts'

/**
 * What each page of a learner may weigh on a first visit, on a phone, over the wire with all headers: so that none grows
 * unseen. How fast the pages are is for `npm run bench`.
 */

const KB = 1024

/** Requests of a page until it is quiet; those of a worker count as well. */
const REQUESTS = 25

/** Of layout shift, as browsers count it. */
const SHIFT = 0.02

/**
 * Processor time of the page's main thread as multiples of the loop below: of its longest task (pages measure 0.1 to 0.3)
 * and of all tasks until it is quiet (0.6 to 1.8).
 */
const LONGEST_TASK = 0.5
const WORK = 2.5

/**
 * Processor time of the busiest pages, as multiples of a plain list in the same run. They measure 1.1 to 1.5; before dates
 * kept their formatters and blocks below the screen waited, the dashboard measured 1.8 to 2.
 */
const PLAIN_LIST = '/mock-test'
const BUSIEST = ['/dashboard', '/daily-workouts', '/practice']
const WORK_OF_BUSIEST = 1.8

/**
 * Visits whose smallest processor time counts: other programs share caches and memory with the page and can only add to
 * its time, by half on two cores, but hardly to the loop's.
 */
const VISITS = 5

test.use(phone)

test('the pages of a learner who has been here for long stay within their budgets', async ({ browser }) => {
  const learner = await logInElsewhere('9000000001')
  const courses = await api<{ data: { id: number }[] }>(learner, '/courses/my/course?per_page=25', {})
  const work = await expectWithin(browser, learner, {
    '/dashboard': { scripts: 85.1 },
    '/my-courses': { scripts: 74.7 },
    [`/my-courses/${courses.data[0]!.id}`]: { scripts: 90.5 },
    '/daily-workouts': { scripts: 79 },
    '/mock-test': { scripts: 74.7 },
    '/quizzes': { scripts: 73.8 },
    '/quizzes/1': { scripts: 81.2 },
    '/practice': { scripts: 85.5 },
  })
  const limit = WORK_OF_BUSIEST * work.get(PLAIN_LIST)!
  for (const path of BUSIEST) {
    let least = work.get(path)!
    for (let visits = 1; visits < VISITS && least > limit; visits++)
      least = Math.min(least, (await visit(browser, learner, path)).work)
    expect.soft(least, `work of ${path}`).toBeLessThanOrEqual(limit)
  }
})

test('blocks below the first screen of the dashboard hydrate when they are scrolled to', async ({ page }) => {
  await logIn(page, '9000000001')
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  const waiting = page.locator('astro-island[ssr] h2')
  await expect(waiting).toHaveText(['Featured Exams', 'Course Statistics', 'Study activity'])
  for (const title of ['Featured Exams', 'Course Statistics', 'Study activity']) {
    await page.getByRole('heading', { name: title }).evaluate((heading) => heading.scrollIntoView())
    // A block that is scrolled past within a frame is not seen.
    await expect(waiting.filter({ hasText: title })).toHaveCount(0)
  }
  await expect(waiting).toHaveCount(0)
})

test('what is around their courses does', async ({ browser }) => {
  const learner = await logInElsewhere('9000000001')
  const bought = await api<{ data: { transaction_id: number }[] }>(
    learner,
    `/customerpurchasehistorylist/${learner.id}`,
  )
  const { transaction_id: purchase } = bought.data[0]!
  const payments = await api<{ data: { id: number }[] }>(learner, `/customerpaymenthistorylist/${purchase}`)
  await expectWithin(browser, learner, {
    '/live-classes': { scripts: 75.6 },
    '/support': { scripts: 78.4 },
    '/settings': { scripts: 82.3 },
    '/my-purchases': { scripts: 73.2 },
    [`/my-purchases/${purchase}`]: { scripts: 73 },
    [`/my-purchases/${purchase}/receipt/${payments.data[0]!.id}`]: { scripts: 66.5 },
    '/buycourse/1': { scripts: 78.1 },
  })
})

test('the pages of an exam do', async ({ browser }) => {
  const learner = await logInElsewhere()
  const { id, result } = await satExam(learner, demoExam('five-question-taster'))
  const long = await examId(learner, 'Degree Level Prelims: Full Mock 1')
  await api(learner, '/courses/exam/start', { exam_id: long, status: 'start' })
  await expectWithin(browser, learner, {
    [`/mock-test/${id}`]: { scripts: 79.3 },
    [`/exam/${long}/start`]: { scripts: 86 },
    [result]: { scripts: 82.2 },
    [`${result}/sheet`]: { scripts: 69 },
  })
})

test('the pages open to everyone do', async ({ browser }) => {
  await expectWithin(browser, undefined, {
    '/courses': { scripts: 7.5 },
    '/courses/1': { scripts: 7.5 },
    '/search?q=polity': { scripts: 6 },
    '/login': { scripts: 71.7 },
  })
})

interface Budget {
  /** Kilobytes of scripts. */
  scripts: number
}

/**
 * Visits each page as if for the first time; again only while its processor time is above the limits.
 * @returns the least processor time of each page
 */
async function expectWithin(browser: Browser, learner: LoggedIn | undefined, budgets: Record<string, Budget>) {
  const leastWork = new Map<string, number>()
  for (const [path, { scripts }] of Object.entries(budgets))
    await test.step(path, async () => {
      const seen = await visit(browser, learner, path)
      const said = (limit: string) => `${limit} of ${path}\n${seen.files.join('\n')}\n`
      expect.soft(seen.scripts, said('kB of scripts')).toBeLessThanOrEqual(scripts)
      expect.soft(seen.files.length, said('requests')).toBeLessThanOrEqual(REQUESTS)
      expect.soft(seen.shift, said('layout shift')).toBeLessThanOrEqual(SHIFT)
      expect.soft(seen.notTaken, said('what it asks for ahead, and nobody wanted')).toEqual([])
      let { longest, work } = seen
      for (let visits = 1; visits < VISITS && (longest > LONGEST_TASK || work > WORK); visits++) {
        const again = await visit(browser, learner, path)
        longest = Math.min(longest, again.longest)
        work = Math.min(work, again.work)
      }
      expect.soft(longest, said('longest task')).toBeLessThanOrEqual(LONGEST_TASK)
      expect.soft(work, said('work')).toBeLessThanOrEqual(WORK)
      leastWork.set(path, work)
    })
  return leastWork
}

/** @returns what the page fetched, by its largest; the kilobytes of scripts in it; its layout shift and its tasks */
async function visit(browser: Browser, learner: LoggedIn | undefined, path: string) {
  const context = await browser.newContext({ ...phone, baseURL: serverUrl() })
  await context.addInitScript(
    ([user]) => {
      if (user) localStorage.setItem('user', user)
      const moved = { shift: 0 }
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) moved.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    },
    [learner && JSON.stringify(learner)],
  )
  const requests: Request[] = []
  context.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) requests.push(request)
  })
  const page = await context.newPage()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page).toHaveURL(path)
  await expect(page.locator('h1, h2').filter({ visible: true }).first()).toBeVisible()
  // The bell comes last, where there is one.
  const bell = learner && (await page.locator('#notifications').count()) > 0
  const askedAll = () => !bell || requests.some((request) => request.url().endsWith('/notifications/unread'))
  await expect.poll(askedAll).toBe(true)
  await page.waitForLoadState('networkidle')
  await page.evaluate(calibrate)
  // The trace knows of a task when that is over.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  const tasks = tasksIn(await browser.stopTracing())
  const notTaken = await page.evaluate(() =>
    ((globalThis as { askedAhead?: { line: string }[] }).askedAhead ?? []).map(({ line }) => line),
  )
  const shift = await page.evaluate(() => (globalThis as unknown as { moved: { shift: number } }).moved.shift)
  const weighed = await Promise.all(
    requests.map(async (request) => {
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      return { kind: request.resourceType(), url: request.url(), kb: (responseHeadersSize + responseBodySize) / KB }
    }),
  )
  await context.close()
  const sum = (kind: string) => weighed.reduce((kb, one) => kb + (one.kind === kind ? one.kb : 0), 0)
  return {
    files: weighed
      .toSorted((one, other) => other.kb - one.kb)
      .map(({ kb, kind, url }) => `${kb.toFixed(1)} kB ${kind} ${url.replace(serverUrl(), '')}`),
    scripts: sum('script'),
    shift,
    notTaken,
    ...tasks,
  }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds: when it began, how long it took, how much of that the thread was at work. */
  ts: number
  dur?: number
  tdur?: number
  args: { data?: { message?: string } }
}

/** @returns what the page's main thread did before the loop, in times of the loop */
function tasksIn(trace: Buffer): { longest: number; work: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const mark = traceEvents.find(({ name, args }) => name === 'TimeStamp' && args.data?.message === LOOP)!
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === mark.pid && tid === mark.tid)
    .map(({ ts, dur = 0, tdur = 0 }) => ({ ts, end: ts + dur, tdur }))
  const loop = tasks.find(({ ts, end }) => ts <= mark.ts && mark.ts <= end)!
  const before = tasks.filter(({ end }) => end <= loop.ts).map(({ tdur }) => tdur / loop.tdur)
  return { longest: Math.max(...before), work: before.reduce((sum, one) => sum + one, 0) }
}

/** What the loop is found by in a trace. */
const LOOP = 'loop'

/** Runs in the page: what a unit of work is. */
function calibrate(): number {
  console.timeStamp('loop')
  let sum = 0
  for (let each = 0; each < 3e7; each++) sum = (sum + each * 7) % 1_000_003
  return sum
}
