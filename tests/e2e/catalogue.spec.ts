import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, onPhones, test } from '../support/journeys/browser.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Details/ })

test('the course list is paged, searched, narrowed and sorted by its address, and says how to get out of what fits nothing', async ({
  page,
}) => {
  await page.goto('/courses')
  await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible()
  await expect(cards(page)).toHaveCount(12)
  const search = page.getByLabel('Search', { exact: true })
  const tooShort = page.getByText('Please enter at least 3 characters to search.')
  await search.fill('ab')
  await search.press('Enter')
  await expect(tooShort).toBeVisible()
  await expect(search).toBeFocused()
  await expect(page).toHaveURL('/courses')
  await search.fill('abc')
  await expect(tooShort).toBeHidden()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')

  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/courses?page=2')
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')

  await search.fill('polity')
  await page.getByLabel('Category').selectOption({ label: 'Degree Level (3)' })
  await page.getByLabel('Sort by').selectOption('Popular')
  await page.getByRole('button', { name: 'Show courses' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'in Degree Level' })).toContainText('for “polity”')
  await expect(search).toHaveValue('polity')
  await expect(page.getByLabel('Sort by')).toHaveValue('popularity')
  await expect(page.getByRole('heading', { name: 'Indian Polity and the Constitution' })).toBeVisible()

  await search.fill('zzzzzz')
  await search.press('Enter')
  await expect(page.getByText('No Data Found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click()
  await expect(cards(page)).toHaveCount(12)
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

test(
  'a category shows its courses, all or those of a subcategory, and leads to the other categories',
  onPhones,
  async ({ page, isMobile }) => {
    await page.goto('/courses/kerala-psc/tenth-level')
    await expect(page.getByRole('heading', { level: 1, name: 'Tenth Level' })).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
    if (!isMobile) {
      // The menu marks the page that this one belongs to.
      const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]:visible')
      await expect(current).toHaveText(['All Courses'])
      await expect(current).toHaveAttribute('aria-current', 'true')
    }
    const choices = page.getByRole('navigation', { name: isMobile ? 'Subcategories' : 'Course categories' })
    await expect(choices.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
    await choices.getByRole('link', { name: 'LGS', exact: true }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(choices.getByRole('link', { name: 'LGS', exact: true })).toHaveAttribute('aria-current', 'true')

    if (isMobile) await page.getByText('Other categories').click()
    const tree = page.getByRole('navigation', { name: isMobile ? 'Other course categories' : 'Course categories' })
    await tree.getByText('Banking', { exact: true }).click()
    await tree.getByRole('link', { name: 'RBI' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'RBI' })).toBeVisible()
  },
)

test('a course says what it costs with tax and what else there is, opens one section at a time, and locks what must be bought', async ({
  page,
}) => {
  await page.goto('/courses?search=banking+awareness')
  await page.getByRole('link', { name: 'View Details of Bank PO' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank PO: IBPS and SBI, Prelims and Mains')
  const price = page.getByRole('region', { name: 'Price' })
  await expect(price).toContainText('GST (18%)')
  await expect(price).toContainText('₹1,350.00')
  await expect(price.getByText('₹8,850.00').last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top Courses Pick for You' }).getByRole('listitem')).not.toHaveCount(0)

  await expect(page.getByText('Simplification at Speed')).toBeVisible()
  await expect(page.getByText('Free to watch without buying')).toBeVisible()
  await page.getByText('Data Interpretation and Analysis').click()
  await expect(page.getByText('Locked: Data Sufficiency')).toBeVisible()
  await expect(page.getByText('Simplification at Speed')).toBeHidden()
})

test.describe('a learner', () => {
  // A worker of the site would fetch the pages that stand in for others here, and get the real ones.
  test.use({ serviceWorkers: 'block' })

  test(
    'stays with a course that is not bought, is offered no other that is, and is led to where the own one is studied',
    intercepting,
    async ({ page }) => {
      await logIn(page)
      const asked = page.waitForResponse(/checkCoursePurchseStatus/)
      await page.goto('/courses/2')
      expect(((await (await asked).json()) as { course_status: string }).course_status).toBe('Not Purchased')
      const top = page.getByRole('region', { name: 'Top Courses Pick for You' })
      const offered = top.getByRole('heading', { level: 3 })
      await expect(offered).toHaveCount(3)
      const first = await offered.first().innerText()
      const address = await top.getByRole('link', { name: `View Details of ${first}` }).getAttribute('href')

      // What the learner has gives its place to another course.
      const owned = [Number(address?.split('/').at(-1))]
      await page.route('**/owned-courses', (route) => route.fulfill({ json: { status: true, data: owned } }))
      await page.route('**/checkCoursePurchseStatus?id=2', (route) => route.abort(), { times: 1 })
      await page.reload()
      await top.scrollIntoViewIfNeeded()
      await expect(offered.filter({ hasText: first })).toHaveCount(0)
      await expect(offered).toHaveCount(3)
      await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible()

      // Of a learner who has all of them no empty list remains, which would draw what is said into the heading.
      const tiles = top.locator('[data-tile]')
      owned.push(...(await tiles.evaluateAll((all) => all.map((tile) => Number(tile.dataset.tile)))))
      await page.reload()
      await top.scrollIntoViewIfNeeded()
      await expect(top.getByText('You already have all our top courses.')).toBeVisible()
      await expect(top.getByRole('list')).toHaveCount(0)

      await page.route('**/checkCoursePurchseStatus?id=2', (route) =>
        route.fulfill({ json: { course_status: 'Active' } }),
      )
      await page.route('**/my-courses/2', (route) => route.fulfill({ contentType: 'text/html', body: 'Studied here' }))
      await page.reload({ waitUntil: 'commit' })
      await expect(page.getByText('Studied here')).toBeVisible()
    },
  )
})
