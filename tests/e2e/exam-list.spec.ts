import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'
import { api, examId } from '../support/journeys/exam-page.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')
const card = (page: Page, title: string) => cards(page).filter({ has: page.getByRole('heading', { name: title }) })

test(
  'the list of general exams has tabs and pages with addresses, is walked by keyboard, and leads on',
  intercepting,
  async ({ page, allow }) => {
    allow(/^500 POST .*\/listauthmockexams/)
    const learner = await logIn(page)
    const begun = await examId(learner, 'Vocabulary Sprint')
    await api(learner, '/courses/exam/start', { exam_id: begun, status: 'start' })
    await page.goto('/mock-test')
    // Those that are open first, on one page while they are no more than twelve.
    await expect(tab(page, 'Active')).toHaveAttribute('aria-selected', 'true')
    await expect(cards(page)).toHaveCount(10)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expect(card(page, 'History Challenge')).toHaveCount(0)
    await expect(card(page, 'Polity Revision Test')).toHaveCount(0)
    const taster = card(page, 'Five-Question Taster')
    for (const told of [
      'Degree Level',
      '3 minutes',
      '5 questions',
      /Closes \d+ \w+ \d{4}, 11:59 PM IST/,
      '50 attempts',
    ])
      await expect(taster).toContainText(told)
    const underWay = card(page, 'Vocabulary Sprint')
    await expect(underWay).toContainText('In progress')
    await expect(underWay).toContainText('Attempt 1 of 5 under way')
    const resume = underWay.getByRole('link', { name: 'Resume: Vocabulary Sprint' })
    await expect(resume).toHaveAttribute('href', `/exam/${begun}/start`)

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

    // What cannot be loaded says so, and comes when it is asked for again.
    const broken = { status: 500, json: { status: false, message: 'broken' } }
    await page.route('**/listauthmockexams*', (route) => route.fulfill(broken), { times: 1 })
    await tab(page, 'Active').press('ArrowRight')
    await expect(tab(page, 'Expired')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/mock-test?tab=expired')
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Failed to load data')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(cards(page)).toHaveCount(3)
    await expect(card(page, 'Polity Revision Test')).toContainText(/Ended \d+ \w+ \d{4}, 10:00 PM IST/)
    await expect(card(page, 'Polity Revision Test')).toContainText('Not attempted')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await expectAccessible(page, '#content')

    await tab(page, 'Expired').press('Home')
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/mock-test?tab=all')
    await expect(cards(page)).toHaveCount(12)
    const mock = card(page, 'Statewide Grand Mock')
    await expect(mock).toContainText('Upcoming')
    await expect(mock).toContainText(/Opens \d+ /)
    await mock.getByRole('link', { name: 'View Details: Statewide Grand Mock' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Statewide Grand Mock' })).toBeVisible()
    await expect(page.getByText(/^This exam opens on /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start Exam' })).toHaveCount(0)
    await expectAccessible(page, '#content')
  },
)
