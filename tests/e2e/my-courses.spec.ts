import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'

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
    await page.getByRole('link', { name: 'Browse Courses' }).click()
    await expect(page).toHaveURL('/courses')
  })

  test('show progress and validity, and turn pages with the address', intercepting, async ({ page }) => {
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

  test(
    'of one category are asked for, and stay in reach when the categories do not come',
    intercepting,
    async ({ page, allow }) => {
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
    },
  )

  test('that cannot be loaded can be asked for again', intercepting, async ({ page, allow }) => {
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
