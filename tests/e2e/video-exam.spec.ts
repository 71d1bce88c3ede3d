import type { Page } from '@playwright/test'
import type { Chapter, CoursePage, VideoQuestion } from '#features/course/course.contract.ts'
import { chapterVideo } from '#features/course/player/video.rules.ts'
import { expect, expectAccessible, logIn, loseCalls, test } from '../support/journeys/browser.ts'
import { courseId, degreePrelims } from '../support/journeys/course-page.ts'
import { api, button, expectQuestion, fact, option, wrongLetter } from '../support/journeys/exam-page.ts'

// The course's own video stands in a frame of its provider.
test.beforeEach(({ allow }) => allow(/^outside: https:\/\/www\.youtube-nocookie\.com\//))

/** A new learner on the examinations of a demo chapter with questions, and the letters of the right options. */
async function openExaminations(page: Page): Promise<{ chapter: Chapter; key: string[] }> {
  const learner = await logIn(page)
  const id = await courseId(degreePrelims)
  const { page_content } = await api<{ page_content: CoursePage }>(learner, `/courses/mycourse/${id}`, {})
  const chapter = page_content.sections
    .flatMap(({ chapters }) => chapters)
    .find(({ open, question_count }) => open && question_count > 1)!
  const path = `/courses/mycourse/chapterquestions/${encodeURIComponent(chapterVideo(chapter))}`
  const { questions } = (await api<{ data: { questions: VideoQuestion[] } }>(learner, path, { chapter_id: chapter.id }))
    .data
  await page.goto(`/my-courses/${id}?chapter=${chapter.id}&tab=examinations`)
  await expect(page.getByRole('heading', { name: 'Video Based Exam' })).toBeVisible()
  const key = questions.map(({ options }) => 'ABCDE'[options.findIndex(({ isAnswer }) => isAnswer === 'Y')]!)
  return { chapter, key }
}

test('a learner answers the questions on a video, sees what was right, and may begin again', async ({ page }) => {
  const { chapter, key } = await openExaminations(page)
  const submitted = page.waitForRequest(/chapterquestionsubmit/)
  let submissions = 0
  page.on('request', (request) => (submissions += Number(request.url().includes('chapterquestionsubmit'))))
  await loseCalls(page, '/chapterquestions/', 1)
  await button(page, 'Attend Exam').click()
  await expect(page.getByText('Error while fetching chapter video exam')).toBeVisible()
  await button(page, 'Attend Exam').click()
  for (const [index, right] of key.entries()) {
    await expectQuestion(page, index + 1)
    if (index === 0) {
      // A choice by mistake is put right before the next question is answered; the last choice counts.
      await option(page, wrongLetter(right)).click()
      await expectQuestion(page, 2)
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
      await button(page, 'Previous').click()
      await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeFocused()
      await expect(option(page, wrongLetter(right))).toBeChecked()
      await expectAccessible(page, '#content')
      await button(page, 'Next').click()
      await expectQuestion(page, 2)
      await page.keyboard.press('ArrowLeft')
      await expectQuestion(page, 1)
    }
    // The first is answered right, the others wrong, by their letters.
    await expect(page.getByRole('heading', { name: new RegExp(`^Question ${index + 1} of`) })).toBeFocused()
    await page.keyboard.press(index === 0 ? right : wrongLetter(right))
  }
  const result = page.getByRole('region', { name: 'Your result' })
  await expect(fact(result, 'Correct')).toHaveText('1')
  await expect(fact(result, 'Wrong')).toHaveText(String(key.length - 1))
  await expect(page.getByText('Your answer, correct')).toHaveCount(1)
  await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(key.length - 1)
  await expect(page.getByRole('heading', { name: 'Explanation' })).toHaveCount(key.length)
  await expectAccessible(page, '#content')
  const request = await submitted
  expect(request.postDataJSON()).toMatchObject({
    chapter_id: chapter.id,
    qids: expect.stringMatching(new RegExp(`^(\\d+,?){${key.length}}$`)) as unknown,
    correct_count: 1,
    incorrect_count: key.length - 1,
  })
  expect((await request.response())?.status()).toBe(200)
  expect(submissions).toBe(1)
  await button(page, 'Reattempt').click()
  await expect(button(page, 'Attend Exam')).toBeFocused()
})
