import type { Browser, CDPSession, Request } from '@playwright/test'
import { expect, logInElsewhere, phone, serverUrl, test, type LoggedIn } from '../support/journeys/browser.ts'
import { api, demoExam, examId, satExam } from '../support/journeys/exam-page.ts'

/**
 * What each page of a learner may weigh on a first visit, on a phone, over the wire with all headers: so that none grows
 * unseen. How fast the pages are is for `npm run bench`.
 */

const KB = 1024

/** Requests of a page until it is quiet, where its budget says nothing else; those of a worker count as well. */
const REQUESTS = 25

/** Of layout shift, as browsers count it. */
const SHIFT = 0.02

/**
 * Processor time of the page's main thread until it is quiet, in times of the loop below. The pages take 0.2 to 0.7.
 */
const WORK = 2

test.use(phone)

test('the pages of a learner who has been here for long stay within their budgets', async ({ browser }) => {
  const learner = await logInElsewhere('9000000001')
  const courses = await api<{ data: { id: number }[] }>(learner, '/courses/my/course?per_page=25', {})
  await expectWithin(browser, learner, {
    '/dashboard': { scripts: 97, requests: 28 },
    '/my-courses': { scripts: 84 },
    [`/my-courses/${courses.data[0]!.id}`]: { scripts: 104, requests: 26 },
    '/daily-workouts': { scripts: 90, requests: 26 },
    '/mock-test': { scripts: 87 },
    '/quizzes': { scripts: 82 },
    '/quizzes/1': { scripts: 100 },
    '/practice': { scripts: 97, requests: 26 },
  })
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
    '/live-classes': { scripts: 84 },
    '/support': { scripts: 86 },
    '/settings': { scripts: 92 },
    '/my-purchases': { scripts: 82 },
    [`/my-purchases/${purchase}`]: { scripts: 83 },
    [`/my-purchases/${purchase}/receipt/${payments.data[0]!.id}`]: { scripts: 74 },
    '/buycourse/1': { scripts: 86 },
  })
})

test('the pages of an exam do', async ({ browser }) => {
  const learner = await logInElsewhere()
  const { id, result } = await satExam(learner, demoExam('five-question-taster'))
  const long = await examId(learner, 'Degree Level Prelims: Full Mock 1')
  await api(learner, '/courses/exam/start', { exam_id: long, status: 'start' })
  await expectWithin(browser, learner, {
    [`/mock-test/${id}`]: { scripts: 94 },
    [`/exam/${long}/start`]: { scripts: 102 },
    [result]: { scripts: 97 },
    [`${result}/sheet`]: { scripts: 80 },
  })
})

test('the pages open to everyone do', async ({ browser }) => {
  await expectWithin(browser, undefined, {
    '/courses': { scripts: 10 },
    '/courses/1': { scripts: 10 },
    '/search?q=polity': { scripts: 9 },
    '/login': { scripts: 75 },
  })
})

interface Budget {
  /** Kilobytes of scripts. */
  scripts: number
  requests?: number
}

/** Visits each page as if for the first time. */
async function expectWithin(browser: Browser, learner: LoggedIn | undefined, budgets: Record<string, Budget>) {
  for (const [path, { scripts, requests = REQUESTS }] of Object.entries(budgets))
    await test.step(path, async () => {
      const seen = await visit(browser, learner, path)
      const said = (limit: string) => `${limit} of ${path}\n${seen.files.join('\n')}\n`
      expect.soft(seen.scripts, said('kB of scripts')).toBeLessThanOrEqual(scripts)
      expect.soft(seen.files.length, said('requests')).toBeLessThanOrEqual(requests)
      expect.soft(seen.shift, said('layout shift')).toBeLessThanOrEqual(SHIFT)
      expect.soft(seen.work, said('work')).toBeLessThanOrEqual(WORK)
    })
}

/** @returns what the page fetched, by its largest; the kilobytes of scripts in it; its layout shift and its work */
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
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page).toHaveURL(path)
  await expect(page.locator('h1, h2').filter({ visible: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const work = await mainThread(session)
  await page.evaluate(calibrate)
  const loop = (await mainThread(session)) - work
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
    work: work / loop,
  }
}

/** Seconds of processor time that the page's main thread has had. */
async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

/** Runs in the page: what a unit of work is. */
function calibrate(): number {
  let sum = 0
  for (let each = 0; each < 1e8; each++) sum = (sum + each * 7) % 1_000_003
  return sum
}
