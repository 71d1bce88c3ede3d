import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { getDistrictsAndCommunities } from '#features/exams/registration/registration.contract.ts'
import type { ExamQuestion } from '#features/exams/take/attempt.contract.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { expect, expectAccessibleInBothColours, logIn, phone, serverUrl, test } from '../support/journeys/browser.ts'
import {
  api,
  button,
  choose,
  demoExam,
  examId,
  expectQuestion,
  expectResult,
  expectSaved,
  expectStates,
  fact,
  inPalette,
  jumpTo,
  option,
  saveAndNext,
  submit,
  wrongLetter,
} from '../support/journeys/exam-page.ts'

const taster = demoExam('five-question-taster')
const [first, second, third, , fifth] = taster.key as [string, string, string, string, string]

test.describe('on a phone', () => {
  // With motion, which large screens are looked at without.
  test.use({ ...phone, contextOptions: { reducedMotion: 'no-preference' } })

  test('an exam is sat with a finger from its page to its result: questions with formulas and pictures, palette, summary, solutions and analysis, in both colours', async ({
    page,
  }) => {
    const id = await examId(await logIn(page), taster.title)
    await page.goto(`/mock-test/${id}`)
    await button(page, 'Start Exam').click()
    await expectQuestion(page, 1)
    await expect(button(page, 'Previous')).toBeDisabled()
    await expect(button(page, 'Clear Response')).toBeDisabled()
    const untouched = Array<string>(5).fill('Not Visited')
    await expectStates(page, ['Not Answered', ...untouched.slice(1)])

    await choose(page, wrongLetter(first))
    await choose(page, first)
    await expectSaved(page)
    await saveAndNext(page, 2)
    const picture = page.getByRole('article').getByRole('img', { name: /^Contour map of a hill/ })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await button(page, 'Enlarge picture').click()
    await expect(page.getByRole('dialog', { name: 'Picture' }).getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose(page, wrongLetter(second))
    await button(page, 'Mark for Review & Next').click()
    await expectQuestion(page, 3)
    await choose(page, third)
    await button(page, 'Clear Response').click()
    await expect(option(page, third)).not.toBeChecked()
    await button(page, 'Mark for Review & Next').click()
    await expectQuestion(page, 4)
    await expect(page.getByRole('article').locator('.katex').first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'Options' }).locator('.katex').first()).toBeVisible()
    const states = ['Answered', 'Answered & Marked for Review', 'Marked for Review', 'Not Answered', 'Not Visited']
    await expectStates(page, states)

    await button(page, 'Previous').click()
    await expectQuestion(page, 3)
    await expectSaved(page)
    await expectAccessibleInBothColours(page)
    await inPalette(page, async () => {
      await expectAccessibleInBothColours(page)
    })
    await button(page, 'Remove Mark').click()
    await expectStates(page, [
      'Answered',
      'Answered & Marked for Review',
      'Not Answered',
      'Not Answered',
      'Not Visited',
    ])
    await jumpTo(page, 5)
    await choose(page, fifth)
    await expectSaved(page)
    await button(page, 'Save & Next').click()
    const dialog = page.getByRole('dialog', { name: 'That was the last question. Submit the exam?', exact: true })
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^2\s*Answered$/,
      /^2\s*Not Answered$/,
      /^0\s*Not Visited$/,
      /^0\s*Marked for Review$/,
      /^1\s*Answered & Marked for Review$/,
    ])
    await expectAccessibleInBothColours(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectQuestion(page, 5)
    await expect(button(page, 'Save & Next')).toBeFocused()
    await submit(page)
    await expectResult(page, taster, { 1: first, 2: wrongLetter(second), 5: fifth })

    await button(page, 'View Solution').click()
    const solutions = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^Question \d of 5$/ }) })
    for (const [index, verdict] of ['Correct', 'Wrong', 'Skipped', 'Skipped', 'Correct'].entries())
      await expect(solutions.nth(index).getByText(verdict, { exact: true })).toBeVisible()
    const marked = (question: number, text: string) =>
      solutions
        .nth(question - 1)
        .getByRole('listitem')
        .filter({ has: page.getByText(text, { exact: true }) })
    await expect(marked(1, 'Your answer, correct')).toContainText(new RegExp(`^${first}`))
    await expect(marked(2, 'Correct answer')).toContainText(new RegExp(`^${second}`))
    await expect(marked(2, 'Your answer')).toContainText(new RegExp(`^${wrongLetter(second)}`))
    await expect(marked(3, 'Correct answer')).toContainText(new RegExp(`^${third}`))
    await expectAccessibleInBothColours(page)
    await button(page, 'Wrong (1)').click()
    await expect(solutions).toHaveCount(1)

    await page.getByRole('tab', { name: 'Analysis' }).click()
    const section = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'General studies' }) })
    await expect(section).toContainText('Questions3Correct1Wrong1Skipped1Mark2/3Total mark3')
    await expect(page.getByRole('heading', { name: 'Section-wise percentage' })).toBeVisible()
    await expectAccessibleInBothColours(page)

    await page.goBack()
    await expect(page).toHaveURL(`/mock-test/${id}`)
    const results = page.getByRole('region', { name: 'Your results' })
    await expect(results.getByRole('listitem')).toHaveCount(1)
    // Where there is room for it.
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(results).toContainText('1.67 / 5')
  })
})

test('an exam is sat with the keyboard alone, and letters and digits are no shortcuts where the candidate does not want them', async ({
  page,
}) => {
  const id = await examId(await logIn(page), taster.title)
  const keys = page.keyboard
  await page.goto(`/mock-test/${id}`)
  await button(page, 'Start Exam').press('Enter')
  await expectQuestion(page, 1)
  await keys.press(first)
  await expect(option(page, first)).toBeChecked()
  await keys.press('ArrowRight')
  await expectQuestion(page, 2)
  await expect(page.getByRole('heading', { name: 'Question 2 of 5' })).toBeFocused()
  await keys.press('3')
  await expect(option(page, 'C')).toBeChecked()
  await keys.press('x')
  await expect(option(page, 'C')).not.toBeChecked()
  await keys.press('m')
  await expectQuestion(page, 3)
  await keys.press('p')
  await expectQuestion(page, 2)
  await expect(button(page, 'Remove Mark')).toBeVisible()
  await keys.press('n')
  await expectQuestion(page, 3)
  // As in any radio group: Tab reaches it, the arrows move in it.
  await option(page, 'A').focus()
  await keys.press('Space')
  await keys.press('ArrowDown')
  await expect(option(page, 'B')).toBeChecked()
  await expect(option(page, 'B')).toBeFocused()
  await keys.press('?')
  const help = page.getByRole('dialog', { name: 'Help and settings' })
  await expect(help).toBeVisible()
  await keys.press('d')
  await keys.press('Escape')
  await expect(help).toBeHidden()
  await expect(option(page, 'B')).toBeChecked()
  await expectSaved(page)

  const letters = page.getByRole('checkbox', { name: 'Letters and digits work as shortcuts' })
  await keys.press('?')
  await letters.press('Space')
  await keys.press('Escape')
  await keys.press('a')
  await keys.press('n')
  await keys.press('1')
  await expectQuestion(page, 3)
  await expect(option(page, 'B')).toBeChecked()
  await keys.press('ArrowRight')
  await expectQuestion(page, 4)
  await button(page, 'Help and settings').press('Enter')
  await letters.press('Space')
  await keys.press('Escape')
  await keys.press('n')
  await expectQuestion(page, 5)
  await keys.press('ArrowRight')
  const dialog = page.getByRole('dialog', { name: 'That was the last question. Submit the exam?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(page.getByText('Exam submitted successfully.')).toBeVisible()
  await expectResult(page, taster, { 1: first, 3: 'B' })
})

test('no solutions are shown where the exam keeps them', async ({ page }) => {
  const scholarship = demoExam('reasoning-scholarship-test')
  const right = scholarship.key[0]!
  const learner = await logIn(page)
  const id = await examId(learner, scholarship.title)
  const headers = { authorization: `Bearer ${learner.token}` }
  const choices = await fetch(`${serverUrl()}/api/v1/districtcommunity`, { headers })
  const lists = (await choices.json()) as ReplyOf<typeof getDistrictsAndCommunities>
  await api(learner, '/courses/exam/submitexamregform', {
    exam_id: id,
    ...{ name_as_pre_psc: 'Asha', reg_no: 'Asha', phone_number: '9876543210', dob: '1999-01-31' },
    district_id: lists.district[0]!.id,
    exam_applied_district: lists.district[0]!.id,
    community_id: lists.community[0]!.id,
  })
  const { data } = await api<{ data: ExamDetail }>(learner, '/courses/exam/start', { exam_id: id, status: 'start' })
  const [{ qid, question }] = data.exam_questions as [ExamQuestion]
  const chosen = question.answer_option[right.charCodeAt(0) - 65]!.id
  await api(learner, '/courses/exam/update/answer', { exam_id: id, qid, answer_option_id: chosen, seq: 1 })
  const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', {
    exam_id: id,
    status: 'completed',
    times: [{ qid, ms: 5000 }],
  })
  await page.goto(`/mock-test/${id}/exam-result/${result_id}`)
  await expectResult(page, scholarship, { 1: right })
  await expect(button(page, /Solution/)).toHaveCount(0)
  // The only attempt is used.
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByText('Shown once 10 candidates have finished')).toBeVisible()

  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page.getByRole('region', { name: 'Too slow' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Fast and wrong' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Result' }).click()
  await page.getByRole('link', { name: 'Response sheet' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Question 1', exact: true }) })
  await expect(fact(row, 'Answer')).toHaveText(new RegExp(`^${right}`))
  await expect(fact(row, 'Saved')).toContainText(', no. 1')
  for (const hidden of ['Correct answer', 'Outcome']) await expect(fact(row, hidden)).toHaveCount(0)
})
