import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { CourseExam } from '#features/exams/list/course-exams.contract.ts'
import { expect, expectContent, logIn, test as base, type LoggedIn } from '../support/journeys/browser.ts'
import { courseId, degreePrelims, owner } from '../support/journeys/course-page.ts'
import { api, demoExam, satExam, sit } from '../support/journeys/exam-page.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'
import { copyProject, startDevelopment } from '../support/servers/development.ts'

/** `npm run dev`, with the demo content and Vite's cache empty, as after `npm install`. */
const test = base.extend<object, { developmentSite: void }>({
  developmentSite: [
    async ({}, use) => {
      const { folder, remove } = copyProject()
      const { url, stop } = await startDevelopment(folder, { TRUSTED_PROXIES: 'loopback' })
      const before = process.env.E2E_URL
      process.env.E2E_URL = url
      await use()
      process.env.E2E_URL = before
      await stop()
      remove()
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
})

// One server for all, and pages in turn: Vite compiles each when it is first opened.
test.describe.configure({ timeout: 600_000, mode: 'default' })

/** Patterns of the pages' addresses, such as /courses/[id]. */
const patterns = globSync('src/pages/**/*.astro').map(
  (file) => file.replace(/^src\/pages|(\/index)?\.astro$/g, '') || '/',
)
const isStaff = (pattern: string) => /^\/staff(\/|$)/.test(pattern)

/** Addresses of service workers, the manifest and files for search engines. */
const files = globSync('src/pages/**/*.ts').map((file) => file.replace(/^src\/pages|\.ts$/g, ''))

/** Replaces the parameters of a pattern. Most of the demo's entries have one with the number 1. */
const addressOf = (pattern: string, values: Record<string, number | string> = {}) =>
  pattern.replace(/\[(\w+)\]/g, (_, name: string) => String(values[name] ?? 1))

/** The demo has no refund, so its pages of credit notes say that there is none. */
const noCreditNote = /^404 GET \/api\/v1\/(user\/product|staff\/money)\/credit-notes?\/1$/

test('the development server shows every page of a learner', async ({ page, allow }) => {
  // The demo has no refund policy of its own.
  allow(/^404 GET \/(404|refund-policy)$/, noCreditNote, /^outside: https:\/\/www\.youtube-nocookie\.com\//)
  const learner = await logIn(page, owner)
  const mock = await satMockExam(learner)
  const course = await satCourseExam(learner)
  const purchase = await purchaseOf(learner)
  const values = { group: 'kerala-psc', category: 'degree-level' }
  const valuesOf = (pattern: string) => {
    if (/^\/(mock-test|exam)\//.test(pattern)) return mock
    if (pattern.startsWith('/my-courses/')) return course
    return pattern.startsWith('/my-purchases/') ? purchase : values
  }
  const learners = patterns.filter((pattern) => !isStaff(pattern))
  await look(
    page,
    learners.map((pattern) => addressOf(pattern, valuesOf(pattern))),
  )
  for (const file of files) expect([file, (await page.request.get(file)).status()]).toEqual([file, 200])
})

test('the development server shows the log-in and an exam under way', async ({ page }) => {
  await look(page, ['/login', '/auth', '/staff/login'])
  await sit(page, demoExam('five-question-taster'))
  await expectNoOverlay(page)
})

test('the development server shows every page of the console', async ({ page, allow }) => {
  allow(noCreditNote)
  const learner = await logIn(page, owner)
  const attempt = { id: learner.id, attemptId: (await satMockExam(learner)).resultId }
  await logInAsStaff(page, 'owner')
  await look(
    page,
    patterns.filter(isStaff).map((pattern) => addressOf(pattern, pattern.includes('[attemptId]') ? attempt : {})),
  )
})

/** A result of a mock exam. */
async function satMockExam(learner: LoggedIn) {
  const { id, result } = await satExam(learner, demoExam('five-question-taster'))
  return { examId: id, resultId: result.split('/').at(-1)! }
}

/** A result of an exam of one of the learner's courses. */
async function satCourseExam(learner: LoggedIn) {
  const course = await courseId(degreePrelims)
  const { examcontent } = await api<{ examcontent: CourseExam[] }>(learner, `/courses/mycourse/exams/${course}`, {})
  const exam = examcontent.find(({ name }) => name === demoExam('degree-ldc-warm-up').title)!.id
  await api(learner, '/courses/exam/start', { exam_id: exam, status: 'start' })
  const end = { exam_id: exam, status: 'completed' }
  const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', end)
  return { id: course, examId: exam, resultId: result_id }
}

/** A purchase of the learner, with its first payment. */
async function purchaseOf(learner: LoggedIn) {
  const bought = await api<{ data: { transaction_id: number }[] }>(
    learner,
    `/customerpurchasehistorylist/${learner.id}`,
  )
  const id = bought.data[0]!.transaction_id
  const { data } = await api<{ data: { id: number }[] }>(learner, `/customerpaymenthistorylist/${id}`)
  return { id, paymentId: data[0]!.id }
}

/** Opens pages until they show their content. Errors of the console and of requests fail the test as in every journey. */
async function look(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.locator('h1, vite-error-overlay').first()).toBeAttached()
      await expectContent(page)
      await page.waitForLoadState('networkidle')
      await expectNoOverlay(page)
    })
}

const expectNoOverlay = (page: Page) => expect(page.locator('vite-error-overlay')).toHaveCount(0)
