import type { Locator, Page } from '@playwright/test'
import type { CourseExam } from '#features/exams/list/course-exams.contract.ts'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import { expect, expectAccessible, logIn, logInElsewhere, test, type LoggedIn } from '../support/journeys/browser.ts'
import { courseId, degreePrelims, openChapter, openCourse, owner } from '../support/journeys/course-page.ts'
import {
  api,
  button,
  choose,
  demoExam,
  expectQuestion,
  expectResult,
  expectSaved,
  fact,
  submit,
} from '../support/journeys/exam-page.ts'

/** Of two courses; two attempts. */
const warmUp = demoExam('degree-ldc-warm-up')
const tab = '?tab=examinations'
const resultAddress = /\/my-courses\/\d+\/exam-result\/\d+$/

test.beforeEach(({ allow }) => allow(/^outside: https:\/\/www\.youtube-nocookie\.com\//))

/** The exam in the list, unfolded. */
async function unfolded(page: Page, title: string): Promise<Locator> {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('group').filter({ hasText: title }) })
  await expect(card).toBeVisible()
  if (!(await card.locator('details').evaluate(({ open }: HTMLDetailsElement) => open))) {
    await card.locator('summary').press('Enter')
  }
  return card
}

/** An exam of the course as its learner's list has it. */
async function listed(learner: LoggedIn, course: number, title: string): Promise<CourseExam> {
  const { examcontent } = await api<{ examcontent: CourseExam[] }>(learner, `/courses/mycourse/exams/${course}`, {})
  return examcontent.find(({ name }) => name === title)!
}

const start = (learner: LoggedIn, id: number) =>
  api<{ data: ExamDetail }>(learner, '/courses/exam/start', { exam_id: id, status: 'start' })

/** @returns the result's id */
async function finish(learner: LoggedIn, id: number): Promise<number> {
  const body = { exam_id: id, status: 'completed' }
  return (await api<{ result_id: number }>(learner, '/courses/exam/submit', body)).result_id
}

test('an exam is sat from the tab of its course, and the tab, the result and the sheet know of it', async ({
  page,
}) => {
  const learner = await logIn(page, owner)
  const course = await openCourse(page, degreePrelims, tab)
  const { id, course_map_id } = await listed(learner, course, warmUp.title)
  const card = await unfolded(page, warmUp.title)
  await expect(card).toContainText('2 of 2')
  await expectAccessible(page, '#content')
  await card.getByRole('link', { name: 'Attend Exam' }).click()

  await expect(page).toHaveURL(`/my-courses/${course}/exam/${id}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toContainText(['Home', 'My Courses', degreePrelims, warmUp.title])
  const starting = page.waitForRequest(/\/courses\/exam\/start$/)
  await button(page, 'Start Exam').click()
  expect((await starting).postDataJSON()).toMatchObject({ exam_id: id, status: 'start', course_map_id })
  await expectQuestion(page, 1)
  await choose(page, warmUp.key[0]!)
  await expectSaved(page)
  await submit(page, resultAddress)
  const result = new URL(page.url()).pathname
  await expectResult(page, warmUp, { 1: warmUp.key[0]! })
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.getByRole('heading', { name: warmUp.sections[0]!.title })).toBeVisible()
  await page.getByRole('tab', { name: 'Result' }).click()
  await expect(page.getByRole('link', { name: 'Response sheet' })).toHaveAttribute('href', `${result}/sheet`)

  await crumbs.getByRole('link', { name: degreePrelims }).click()
  const after = await unfolded(page, warmUp.title)
  await expect(after).toContainText('1 of 2')
  const results = after.getByRole('region', { name: /^Your results/ }).getByRole('link')
  await expect(results).toHaveAttribute('href', result)
  await page.goto(`${result}/sheet`)
  await expect(fact(page.getByRole('article'), 'Course')).toHaveText(degreePrelims)
  await expect(page.getByRole('link', { name: 'Result', exact: true })).toHaveAttribute('href', result)
})

test('an exam under way is left for its course and gone on with; its own address leads to the latest result', async ({
  page,
}) => {
  const learner = await logIn(page, owner)
  const course = await courseId(degreePrelims)
  const title = 'Degree Level Prelims: Course Test 1'
  const { id } = await listed(learner, course, title)
  await start(learner, id)
  await page.goto(`/exam/${id}/start?course=${course}`)
  await expectQuestion(page, 1)
  await button(page, 'Back').click()
  await page.getByRole('dialog', { name: 'Exit Exam' }).getByRole('button', { name: 'Exit Exam' }).click()
  await expect(page).toHaveURL(`/my-courses/${course}/exam/${id}`)
  await expect(page.getByRole('link', { name: 'Resume Exam' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: degreePrelims }).click()
  await (await unfolded(page, title)).getByRole('link', { name: 'Resume Exam' }).click()
  await expectQuestion(page, 1)
  await expect(page).toHaveURL(`/exam/${id}/start?course=${course}`)

  const resultId = await finish(learner, id)
  await page.goto(`/exam/${id}/result`)
  await expect(page).toHaveURL(`/my-courses/${course}/exam-result/${resultId}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('whoever has not bought the course sees its exams with their facts, locked, and attends none', async ({
  page,
  allow,
}) => {
  await logIn(page)
  const course = await openCourse(page, degreePrelims, tab)
  for (const title of [warmUp.title, 'Chapter Test: Making of the Constitution']) {
    const card = await unfolded(page, `Locked: ${title}`)
    await expect(card).toContainText('This feature is available for purchased course')
    await expect(card).toContainText(/Marks.*Right answer.*Wrong answer.*Attempts used\s*0 of \d/s)
  }
  await expectAccessible(page, '#content')
  await expect(page.getByRole('link', { name: 'Attend Exam' })).toHaveCount(0)
  const panel = page.getByRole('tabpanel')
  await openChapter(page, /^Geography and economy/i, /Locked: rivers and dams of kerala/i)
  await page.getByRole('tab', { name: 'Examinations' }).click()
  await expect(panel.getByRole('region', { name: 'Video Based Exam' })).toContainText('5 questions')
  await expect(panel.getByRole('button', { name: 'Attend Exam' })).toHaveCount(0)
  await openChapter(page, /^Kerala and indian history/i, /Locked: the revolt of 1857/i)
  await page.getByRole('tab', { name: 'Examinations' }).click()
  await expect(panel.getByText('This chapter is locked')).toBeVisible()

  const { id } = await listed(await logInElsewhere(owner), course, warmUp.title)
  allow(new RegExp(`^403 GET /api/v1/user/courses/exam/detail/${id}`))
  await page.goto(`/my-courses/${course}/exam/${id}`)
  await expect(page.getByText('This feature is available for purchased course')).toBeVisible()
  const back = page.getByRole('link', { name: 'Back to the course' })
  await expect(back).toHaveAttribute('href', `/my-courses/${course}${tab}`)
})
