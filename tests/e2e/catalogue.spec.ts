import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, test } from '../support/browser.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Details/ })

test.describe('the course list', () => {
  test('is searched, narrowed, sorted and paged by its address', async ({ page }) => {
    await page.goto('/courses')
    await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible()
    await expect(cards(page)).toHaveCount(12)
    await expectAccessible(page)

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

  test('makes sense of addresses that make none', async ({ page }) => {
    await page.goto('/courses?page=abc&category=77&sort=upwards')
    await expect(cards(page)).toHaveCount(12)
    await page.goto('/courses?page=9999')
    await expect(page).toHaveURL('/courses?page=2')
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
  test('shows its courses, all or those of a subcategory', async ({ page, isMobile }) => {
    await page.goto('/courses/kerala-psc/tenth-level')
    await expect(page.getByRole('heading', { level: 1, name: 'Tenth Level' })).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
    await expectAccessible(page)
    const choices = page.getByRole('navigation', { name: isMobile ? 'Subcategories' : 'Course categories' })
    await expect(choices.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
    await choices.getByRole('link', { name: 'LGS', exact: true }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(choices.getByRole('link', { name: 'LGS', exact: true })).toHaveAttribute('aria-current', 'true')
  })

  test('leads to the other categories', async ({ page, isMobile }) => {
    await page.goto('/courses/kerala-psc/tenth-level')
    if (isMobile) await page.getByText('Other categories').click()
    const tree = page.getByRole('navigation', { name: isMobile ? 'Other course categories' : 'Course categories' })
    await tree.getByText('Banking', { exact: true }).click()
    await tree.getByRole('link', { name: 'RBI' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'RBI' })).toBeVisible()
  })

  test('that does not exist is not found', async ({ page, allow }) => {
    allow(/^404 GET \/courses\/kerala-psc\/nothing$/)
    await page.goto('/courses/kerala-psc/nothing')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
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
    await expect(page.getByText('Open without buying')).toBeVisible()
    await page.getByText('Data Interpretation and Analysis').click()
    await expect(page.getByText('Locked: Data Sufficiency')).toBeVisible()
    await expect(page.getByText('Simplification at Speed')).toBeHidden()
  })

  test('that does not exist is not found', async ({ page, allow }) => {
    allow(/^404 GET \/courses\/(999999|abc)$/)
    for (const id of ['999999', 'abc']) {
      await page.goto(`/courses/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'No course found' })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Browse Courses' }).click()
    await expect(page).toHaveURL('/courses')
  })

  for (const status of ['Active', 'Expired']) {
    test(`that is ${status} opens where it is studied`, async ({ page }) => {
      await logIn(page)
      await page.route('**/checkCoursePurchseStatus?id=2', (route) =>
        route.fulfill({ json: { course_status: status } }),
      )
      await page.route('**/my-courses/2', (route) => route.fulfill({ contentType: 'text/html', body: 'Studied here' }))
      await page.goto('/courses/2')
      await expect(page.getByText('Studied here')).toBeVisible()
    })
  }

  test('that is not bought stays, also when the status cannot be told', async ({ page }) => {
    await logIn(page)
    const asked = page.waitForResponse(/checkCoursePurchseStatus/)
    await page.goto('/courses/2')
    expect(((await (await asked).json()) as { course_status: string }).course_status).toBe('Not Purchased')
    await page.route('**/checkCoursePurchseStatus?id=2', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible()
  })
})

test.describe('the search', () => {
  test('forgives typing errors', async ({ page }) => {
    await page.goto('/search?q=kerla+histry')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for: kerla histry')
    await expect(page.getByRole('heading', { name: 'Kerala History and Renaissance' })).toBeVisible()
    await expectAccessible(page)
  })

  test('says when it finds nothing, and asks when it is asked nothing', async ({ page }) => {
    await page.goto('/search?q=%3Cb%3Ezzzzzz')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for: <b>zzzzzz')
    await expect(page.getByText('0 results found.')).toBeVisible()
    await page.goto('/search')
    await expect(page.getByText('What are you preparing for?')).toBeVisible()
    await expectAccessible(page)
  })
})

test('search engines are told of every public page and of no other', async ({ page, request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /my-courses')
  const sitemap = await (await request.get(/Sitemap: (.+)/.exec(robots)![1]!.replace(/^https?:\/\/[^/]+/, ''))).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path!)
  expect(listed).toContain('/courses/kerala-psc/degree-level')
  for (const path of listed) expect((await request.get(path)).status(), path).toBe(200)
  await page.goto('/courses?search=polity')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/courses$/)
  // What a search finds is the page of all searches to them; what finds nothing is no page.
  await page.goto('/search?q=polity')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/search$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.goto('/search?q=xylophone+repair')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test.describe('my courses', () => {
  const reply = (current_page: number) => ({
    status: true,
    data: Array.from({ length: 12 }, (_, index) => ({
      id: current_page * 100 + index,
      title: `Course ${current_page}.${index}`,
      thumbnail: '/favicon.svg',
      thumbnail_alt: 'A desk',
      category_name: 'Degree Level',
      totalVideoCounts: 4,
      watchedCounts: index === 0 ? 4 : 1,
      purchased_status: index === 1 ? 'Expired On' : 'Subscribed upto',
      validity: '31-01-2027',
    })),
    current_page,
    prev_page_url: null,
    next_page_url: null,
    last_page: 8,
    total: 96,
  })

  test('are none at first, with the way to the courses', async ({ page }) => {
    await logIn(page)
    await page.goto('/my-courses')
    await expect(page.getByText('No courses enrolled yet.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Browse Courses' }).click()
    await expect(page).toHaveURL('/courses')
  })

  test('show progress and validity, and turn pages with the address', async ({ page }) => {
    await logIn(page)
    await page.route('**/user/courses/my/course?*', (route) => {
      const query = new URL(route.request().url()).searchParams
      return route.fulfill({ json: reply(Number(query.get('current_page'))) })
    })
    await page.goto('/my-courses?page=2')
    const first = page.getByRole('listitem').filter({ hasText: 'Course 2.0' })
    await expect(first).toContainText('Completed')
    await expect(first).toContainText('100%')
    await expect(first).toContainText('Subscribed upto 31-01-2027')
    await expect(page.getByRole('listitem').filter({ hasText: 'Course 2.1' }).first()).toContainText('Expired On')
    await expect(first.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', '/my-courses/200')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Page 8' }).click()
    await expect(page.getByRole('heading', { name: 'Course 8.0' })).toBeVisible()
    await expect(page).toHaveURL('/my-courses?page=8')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Course 2.0' })).toBeVisible()
  })

  test('of one category are asked for, and stay in reach when the categories do not come', async ({ page, allow }) => {
    allow(/^500 GET .*\/category$/)
    await logIn(page)
    const asked: (string | null)[] = []
    await page.route('**/user/courses/my/course?*', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('category'))
      return route.fulfill({ json: reply(1) })
    })
    let failing = true
    await page.route('**/api/v1/category', (route) =>
      failing ? route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }) : route.continue(),
    )
    await page.goto('/my-courses')
    const trouble = page.getByRole('alert').filter({ hasText: 'Failed to load course categories' })
    await expect(trouble).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Course 1.0' })).toBeVisible()
    await expectAccessible(page)
    failing = false
    await trouble.getByRole('button', { name: 'Try again' }).click()
    const category = page.getByRole('combobox', { name: 'Category' })
    await category.selectOption('Degree Level')
    await expect(page).toHaveURL(/\/my-courses\?category=\d+$/)
    await expect.poll(() => asked.at(-1)).toMatch(/^\d+$/)
    await expectAccessible(page)
    await page.goBack()
    await expect(category).toHaveValue('')
  })

  test('that cannot be loaded can be asked for again', async ({ page, allow }) => {
    allow(/^500 POST .*\/my\/course/)
    await logIn(page)
    let failing = true
    await page.route('**/user/courses/my/course?*', (route) =>
      failing ? route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }) : route.continue(),
    )
    await page.goto('/my-courses')
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load data' })).toBeVisible()
    await expectAccessible(page)
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No courses enrolled yet.')).toBeVisible()
  })
})
