import type { Page } from '@playwright/test'
import { expect, expectAccessible, onPhones, test } from '../support/browser.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Details/ })

test.describe('the course list', () => {
  test('is searched, narrowed, sorted and paged by its address', onPhones, async ({ page }) => {
    await page.goto('/courses')
    await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible()
    await expect(cards(page)).toHaveCount(12)

    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL('/courses?page=2')
    await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')

    await page.getByLabel('Search', { exact: true }).fill('polity')
    await page.getByLabel('Category').selectOption({ label: 'Degree Level (3)' })
    await page.getByLabel('Sort by').selectOption('Popular')
    await page.getByRole('button', { name: 'Show courses' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'in Degree Level' })).toContainText('for “polity”')
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('polity')
    await expect(page.getByLabel('Sort by')).toHaveValue('popularity')
    await expect(page.getByRole('heading', { name: 'Indian Polity and the Constitution' })).toBeVisible()
  })

  test('wants three characters of a search', async ({ page }) => {
    await page.goto('/courses')
    const search = page.getByLabel('Search', { exact: true })
    await search.fill('ab')
    await search.press('Enter')
    await expect(page.getByText('Please enter at least 3 characters to search.')).toBeVisible()
    await expect(search).toBeFocused()
    await expect(page).toHaveURL('/courses')
    await search.fill('abc')
    await expect(page.getByText('Please enter at least 3 characters to search.')).toBeHidden()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(search).toHaveValue('')
  })

  test('says when nothing fits, and how to get out of it', async ({ page }) => {
    await page.goto('/courses?search=zzzzzz')
    await expect(page.getByText('No Data Found')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click()
    await expect(cards(page)).toHaveCount(12)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor finds a course and reads all of it', async ({ page }) => {
    await page.goto('/courses')
    await page.getByLabel('Search', { exact: true }).fill('rbi')
    await page.getByRole('button', { name: 'Show courses' }).click()
    await cards(page).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'RBI Grade B' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Course Content' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'About this course' })).toBeVisible()
    // Two stand in the page, of which the style sheet shows one.
    await expect(page.getByRole('link', { name: 'Buy Now' }).first()).toHaveAttribute('href', /^\/buycourse\/\d+$/)
  })
})

test.describe('a category', () => {
  test('shows its courses, all or those of a subcategory', onPhones, async ({ page, isMobile }) => {
    await page.goto('/courses/kerala-psc/tenth-level')
    await expect(page.getByRole('heading', { level: 1, name: 'Tenth Level' })).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
    const choices = page.getByRole('navigation', { name: isMobile ? 'Subcategories' : 'Course categories' })
    await expect(choices.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
    await choices.getByRole('link', { name: 'LGS', exact: true }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(choices.getByRole('link', { name: 'LGS', exact: true })).toHaveAttribute('aria-current', 'true')
  })

  test('leads to the other categories', onPhones, async ({ page, isMobile }) => {
    await page.goto('/courses/kerala-psc/tenth-level')
    if (isMobile) await page.getByText('Other categories').click()
    const tree = page.getByRole('navigation', { name: isMobile ? 'Other course categories' : 'Course categories' })
    await tree.getByText('Banking', { exact: true }).click()
    await tree.getByRole('link', { name: 'RBI' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'RBI' })).toBeVisible()
  })
})

test.describe('a course', () => {
  test('says what it costs with tax, what it teaches and what else there is', async ({ page }) => {
    await page.goto('/courses?search=banking+awareness')
    await page.getByRole('link', { name: 'View Details of Bank PO' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank PO: IBPS and SBI, Prelims and Mains')
    const price = page.getByRole('region', { name: 'Price' })
    await expect(price).toContainText('GST (18%)')
    await expect(price).toContainText('₹1,349.82')
    await expect(price.getByText('₹8,848.82').last()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Top Courses Pick for You' }).getByRole('listitem')).not.toHaveCount(
      0,
    )
    await expectAccessible(page)
  })

  test('opens one section at a time, and locks what must be bought', async ({ page }) => {
    await page.goto('/courses?search=banking+awareness')
    await page.getByRole('link', { name: 'View Details of Bank PO' }).click()
    await expect(page.getByText('Simplification at Speed')).toBeVisible()
    await expect(page.getByText('Free to watch without buying')).toBeVisible()
    await page.getByText('Data Interpretation and Analysis').click()
    await expect(page.getByText('Locked: Data Sufficiency')).toBeVisible()
    await expect(page.getByText('Simplification at Speed')).toBeHidden()
  })
})

test.describe('the search', () => {
  test('forgives typing errors, hears Indian words in Latin letters, and says where inside a course it found them', async ({
    page,
  }) => {
    await page.goto('/search?q=kerla+histry')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for: kerla histry')
    await expect(page.getByRole('heading', { name: 'Kerala History and Renaissance' })).toBeVisible()
    await page.goto('/search?q=bharanaghadana')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Indian Polity and the Constitution')
    await page.goto('/search?q=idioms')
    await expect(page.getByText(/^Chapter: .*Idioms/).first()).toBeVisible()
    await expectAccessible(page)
  })

  test('says when it finds nothing, and asks when it is asked nothing', async ({ page }) => {
    await page.goto('/search?q=%3Cb%3Ezzzzzz')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for: <b>zzzzzz')
    await expect(page.getByText('0 results found.')).toBeVisible()
    await page.goto('/search')
    await expect(page.getByText('What are you preparing for?')).toBeVisible()
  })
})
