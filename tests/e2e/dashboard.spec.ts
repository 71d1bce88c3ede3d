import type { Locator, Page } from '@playwright/test'
import { expect, logIn, onPhones, test } from '../support/journeys/browser.ts'
import { block, featured, inSight, layoutShift, slide } from '../support/journeys/dashboard-page.ts'
import { examId } from '../support/journeys/exam-page.ts'

const card = (page: Page, name: string) =>
  featured(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })

/** The slide is there: at which height depends on where the page has been scrolled to. */
const expectBeside = (within: Locator) =>
  expect
    .poll(() =>
      within.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      }),
    )
    .toBe(true)

/** Pixels that a slide stands beside its place. */
const fromItsPlace = (page: Page, number: number) =>
  featured(page)
    .getByRole('list')
    .first()
    .evaluate(
      (track, index) =>
        Math.abs(
          track.children[index]!.getBoundingClientRect().left -
            track.getBoundingClientRect().left -
            parseFloat(getComputedStyle(track).paddingLeft),
        ),
      number - 1,
    )

/** Turns to a slide and lets it arrive: what scrolls to a button of a moving slide takes the track elsewhere. */
async function turnTo(page: Page, number: number): Promise<void> {
  await slide(page, number).click()
  await inSight(page, number)
  await expect.poll(() => fromItsPlace(page, number)).toBeLessThan(1)
}

test(
  'a learner without a course is shown where to begin; featured exams stand two a slide, are turned and say when they end',
  onPhones,
  async ({ page }) => {
    const learner = await logIn(page)
    const shifted = await layoutShift(page)
    await page.goto('/dashboard')
    const figures = block(page, 'Your figures')
    await expect(figures.getByRole('link', { name: /^Browse Courses/ })).toHaveAttribute('href', '/courses')
    await expect(figures.getByRole('link', { name: /^Take a quiz/ })).toHaveAttribute('href', '/quizzes')
    await block(page, 'Course Statistics').scrollIntoViewIfNeeded()
    await expect(block(page, 'Course Statistics').getByText('Your progress will appear here')).toBeVisible()
    await expect(block(page, 'Course Statistics').getByRole('tab')).toHaveCount(0)
    await expect(
      block(page, 'Upcoming live classes').getByText('No live classes scheduled at the moment.'),
    ).toBeVisible()
    await block(page, 'Study activity').scrollIntoViewIfNeeded()
    await expect(block(page, 'Study activity').getByText('Your study days will appear here')).toBeVisible()
    await expect(block(page, 'Study activity').locator('canvas')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Top Courses Pick for You' })).toBeVisible()

    await featured(page).scrollIntoViewIfNeeded()
    await inSight(page, 1)
    expect(await shifted()).toBeLessThan(0.02)
    const [first, second, third] = await featured(page).getByRole('article').all()
    await first!.scrollIntoViewIfNeeded()
    await expect(first!).toBeInViewport()
    await second!.scrollIntoViewIfNeeded()
    await expect(second!).toBeInViewport()
    await expect(third!).not.toBeInViewport()

    await featured(page).getByRole('button', { name: 'Next' }).click()
    await inSight(page, 2)
    await featured(page).getByRole('button', { name: 'Next' }).click()
    await inSight(page, 3)
    await expect(featured(page).getByRole('button', { name: 'Next' })).toBeDisabled()
    await turnTo(page, 1)
    await slide(page, 1).press('ArrowRight')
    await inSight(page, 2)
    // Back to where it began, by a finger or a touchpad.
    const track = featured(page).getByRole('list').first()
    await track.dispatchEvent('wheel')
    await track.evaluate((element) => element.scrollTo({ left: 0 }))
    await inSight(page, 1)
    await expectBeside(first!)

    // Nor is one counted as shown that a finger stopped before it moved.
    await featured(page)
      .getByRole('button', { name: 'Next' })
      .evaluate((next: HTMLElement) => {
        const track = next.closest('[aria-roledescription=carousel]')!.querySelector('ul')!
        next.click()
        track.dispatchEvent(new Event('wheel'))
        track.scrollTo({ left: 0, behavior: 'instant' })
      })
    await inSight(page, 1)

    // A slide that something stops on its way still comes; a second press goes on from where the first one leads.
    await featured(page).getByRole('button', { name: 'Next' }).click()
    await featured(page).getByRole('button', { name: 'Next' }).click()
    await track.evaluate((element) => element.scrollTo({ left: element.scrollLeft, behavior: 'instant' }))
    await inSight(page, 3)
    const [, , , , fifth] = await featured(page).getByRole('article').all()
    await expectBeside(fifth!)

    // Attend Exam is offered only while an exam is open.
    await turnTo(page, 1)
    const open = card(page, 'Degree Level Prelims: Full Mock 1')
    await expect(open.getByText(/^Exam ends in \d+ (day|hr|min)\(s\)$/)).toBeVisible()
    await expect(open.getByRole('link', { name: /^Attend Exam/ })).toHaveAttribute(
      'href',
      `/mock-test/${await examId(learner, 'Degree Level Prelims: Full Mock 1')}`,
    )
    await turnTo(page, 2)
    const toCome = card(page, 'Statewide Grand Mock')
    await expect(toCome.getByText(/^Exam starts in \d+ (day|hr|min)\(s\)$/)).toBeVisible()
    await expect(toCome.getByText('Attend Exam')).toHaveCount(0)
  },
)

test('a featured exam asks for the registration first where one is needed, and then starts', async ({ page }) => {
  const learner = await logIn(page)
  const id = await examId(learner, 'Reasoning Scholarship Test')
  // Whoever is logged in goes on from the log-in page.
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await turnTo(page, 3)
  await card(page, 'Reasoning Scholarship Test')
    .getByRole('button', { name: /^Attend Exam/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Exam Registration' })
  // Name and phone number are the profile's.
  await dialog.getByLabel('Date of birth').fill('1999-01-31')
  await dialog.getByLabel('Registration number').fill('KL 2026/78')
  await dialog.getByLabel('District', { exact: true }).selectOption({ index: 3 })
  await dialog.getByLabel('Community').selectOption({ index: 2 })
  await dialog.getByLabel('Applied district').selectOption({ index: 4 })
  await dialog.getByRole('button', { name: 'Start Exam' }).click()
  await expect(page).toHaveURL(`/exam/${id}/start`)
  await expect(page.getByRole('heading', { name: 'Question 1 of 20' })).toBeVisible()
})
