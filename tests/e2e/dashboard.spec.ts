import type { Locator, Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, onPhones, test } from '../support/browser.ts'
import { examId } from '../support/exam-page.ts'

const featured = (page: Page) => page.getByRole('region', { name: 'Featured Exams' })
const card = (page: Page, name: string) =>
  featured(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })
const slide = (page: Page, number: number) => featured(page).getByRole('button', { name: `Slide ${number}` })
const inSight = (page: Page, number: number) => expect(slide(page, number)).toHaveAttribute('aria-current', 'true')

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

const PERMISSIONS = '**/permission_enable_api'
const EXAMS = '**/user/homepageexamnew'

test.describe('featured exams', () => {
  test('stand two a slide, and are turned by button, indicator, swipe and arrow key', onPhones, async ({ page }) => {
    await logIn(page)
    await page.goto('/dashboard')
    await inSight(page, 1)
    const [first, second, third] = await featured(page).getByRole('article').all()
    await first!.scrollIntoViewIfNeeded()
    await expect(first!).toBeInViewport()
    await second!.scrollIntoViewIfNeeded()
    await expect(second!).toBeInViewport()
    await expect(third!).not.toBeInViewport()
    await expectAccessible(page)

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
  })

  test('say when they end or start, and offer Attend Exam only in between', async ({ page }) => {
    const learner = await logIn(page)
    await page.goto('/dashboard')
    const open = card(page, 'Degree Level Prelims: Full Mock 1')
    await expect(open.getByText(/^Exam ends in \d+ (day|hr|min)\(s\)$/)).toBeVisible()
    await turnTo(page, 2)
    const toCome = card(page, 'Statewide Grand Mock')
    await expect(toCome.getByText(/^Exam starts in \d+ (day|hr|min)\(s\)$/)).toBeVisible()
    await expect(toCome.getByText('Attend Exam')).toHaveCount(0)
    await turnTo(page, 1)
    await open.getByRole('link', { name: /^Attend Exam/ }).click()
    await expect(page).toHaveURL(`/mock-test/${await examId(learner, 'Degree Level Prelims: Full Mock 1')}`)
    await expect(page.getByRole('button', { name: 'Start Exam' })).toBeVisible()
  })

  test('ask for the registration first where one is needed, and then start', async ({ page }) => {
    const learner = await logIn(page)
    const id = await examId(learner, 'Reasoning Scholarship Test')
    await page.goto('/dashboard')
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
    await page.goto('/dashboard')
    await turnTo(page, 3)
    await expect(card(page, 'Reasoning Scholarship Test').getByRole('link', { name: /^Resume/ })).toHaveAttribute(
      'href',
      `/exam/${id}/start`,
    )
  })

  test('are not there where the site has switched them off', intercepting, async ({ page }) => {
    await logIn(page)
    await page.route(PERMISSIONS, (route) =>
      route.fulfill({ json: { status: true, data: { enable_home_page_exam: '0', enable_marketing_splash: '0' } } }),
    )
    await page.goto('/dashboard')
    await expect(featured(page)).toHaveCount(0)
    const top = page.getByRole('region', { name: 'Top Courses Pick for You' })
    const offered = top.getByRole('heading', { level: 3 })
    await expect(offered).toHaveCount(3)
    // What the learner has gives its place to another course.
    const first = await offered.first().innerText()
    const address = await top.getByRole('link', { name: `View Details of ${first}` }).getAttribute('href')
    const id = Number(address?.split('/').at(-1))
    await page.route('**/owned-courses', (route) => route.fulfill({ json: { status: true, data: [id] } }))
    await page.reload()
    await expect(offered.filter({ hasText: first })).toHaveCount(0)
    await expect(offered).toHaveCount(3)

    // Of a learner who has all of them no empty list remains, which would draw what is said into the heading.
    const all = await top.locator('[data-tile]').evaluateAll((tiles) => tiles.map((tile) => Number(tile.dataset.tile)))
    await page.route('**/owned-courses', (route) => route.fulfill({ json: { status: true, data: all } }))
    await page.reload()
    await expect(top.getByText('You already have all our top courses.')).toBeVisible()
    await expect(top.getByRole('list')).toHaveCount(0)
  })

  test(
    'that cannot be loaded say so, leave the rest alone and can be asked for again',
    intercepting,
    async ({ page }) => {
      await logIn(page)
      await page.route(EXAMS, (route) => route.abort(), { times: 1 })
      await page.goto('/dashboard')
      await expect(featured(page).getByText('Failed to load data')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Top Courses Pick for You' })).toBeVisible()
      await featured(page).getByRole('button', { name: 'Try again' }).click()
      await inSight(page, 1)
    },
  )
})
