import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { api, examId } from '../support/exam-page.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')
const card = (page: Page, title: string) => cards(page).filter({ has: page.getByRole('heading', { name: title }) })

test.describe('the list of general exams', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page)
    await page.goto('/mock-test')
  })

  test('shows those that are open first, on one page while they are no more than twelve', async ({ page }) => {
    await expect(tab(page, 'Active')).toHaveAttribute('aria-selected', 'true')
    await expect(cards(page)).toHaveCount(10)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expect(card(page, 'History Challenge')).toHaveCount(0)
    await expect(card(page, 'Polity Revision Test')).toHaveCount(0)
  })

  test('tells of each exam what a candidate decides by, and leads to it', async ({ page }) => {
    const taster = card(page, 'Five-Question Taster')
    await expect(taster).toContainText('Degree Level')
    await expect(taster).toContainText('3 minutes')
    await expect(taster).toContainText('5 questions')
    await expect(taster).toContainText(/Closes \d+ \w+ \d{4}, 11:59 PM/)
    await expect(taster).toContainText('50 attempts')
    await taster.getByRole('link', { name: 'View Details: Five-Question Taster' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Five-Question Taster' })).toBeVisible()
  })

  test('pages all of them by twelve, and keeps tab and page in the address', async ({ page }) => {
    await tab(page, 'All').click()
    await expect(page).toHaveURL('/mock-test?tab=all')
    await expect(cards(page)).toHaveCount(12)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/mock-test?tab=all&page=2')
    await expect(cards(page)).toHaveCount(3)
    await page.reload()
    await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await expect(cards(page)).toHaveCount(3)
    await page.goBack()
    await expect(cards(page)).toHaveCount(12)
    await page.goBack()
    await expect(page).toHaveURL('/mock-test')
    await expect(cards(page)).toHaveCount(10)
  })

  test('tells of those that are yet to open and of those that have ended', async ({ page }) => {
    await tab(page, 'All').click()
    await expect(card(page, 'Statewide Grand Mock')).toContainText('Upcoming')
    await expect(card(page, 'Statewide Grand Mock')).toContainText(/Opens \d+ /)
    await tab(page, 'Expired').click()
    await expect(page).toHaveURL('/mock-test?tab=expired')
    await expect(cards(page)).toHaveCount(3)
    await expect(card(page, 'Polity Revision Test')).toContainText(/Ended \d+ \w+ \d{4}, 10:00 PM/)
    await expect(card(page, 'Polity Revision Test')).toContainText('Not attempted')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('is walked by the keyboard', async ({ page }) => {
    await tab(page, 'Active').press('ArrowRight')
    await expect(tab(page, 'Expired')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/mock-test?tab=expired')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/mock-test?tab=all')
    await expect(cards(page)).toHaveCount(12)
  })

  test('that cannot be loaded can be asked for again', intercepting, async ({ page, allow }) => {
    allow(/^500 POST .*listauthmockexams/)
    await page.route('**/listauthmockexams', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }), {
      times: 1,
    })
    await tab(page, 'Expired').click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(3)
  })
})

test('an attempt under way is resumed from the list', async ({ page }) => {
  const learner = await logIn(page)
  const id = await examId(learner, 'Five-Question Taster')
  await api(learner, '/courses/exam/start', { exam_id: id, status: 'start' })
  await page.goto('/mock-test')
  const taster = card(page, 'Five-Question Taster')
  await expect(taster).toContainText('In progress')
  await expect(taster).toContainText('Attempt 1 of 50 under way')
  await taster.getByRole('link', { name: 'Resume: Five-Question Taster' }).click()
  await expect(page).toHaveURL(`/exam/${id}/start`)
  await expect(page.getByRole('heading', { name: 'Question 1 of 5' })).toBeVisible()
})

test('the list is for those who are logged in', async ({ page }) => {
  await page.goto('/mock-test?tab=all')
  await expect(page).toHaveURL('/login')
})
