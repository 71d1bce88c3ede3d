import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'

/** A page of twelve courses, of eight such pages. */
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

test(
  'my courses and their categories can be asked for again, show progress and validity, and follow the address',
  intercepting,
  async ({ page, allow }) => {
    allow(/^500 (POST .*\/my\/course|GET .*\/category$)/)
    await logIn(page)
    const broken = { status: 500, json: { message: 'Something went wrong.' } }
    let failing = true
    const asked: (string | null)[] = []
    await page.route('**/user/courses/my/course?*', (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query.get('category'))
      return route.fulfill(failing ? broken : { json: reply(Number(query.get('current_page'))) })
    })
    await page.route('**/api/v1/category', (route) => route.fulfill(broken), { times: 1 })
    await page.goto('/my-courses?page=2')
    const trouble = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await expect(trouble('Failed to load data')).toBeVisible()
    await expectAccessible(page)
    failing = false
    await trouble('Failed to load data').getByRole('button', { name: 'Try again' }).click()
    // They stay in reach when the categories do not come.
    const first = page.getByRole('listitem').filter({ hasText: 'Course 2.0' })
    await expect(first).toContainText('Completed')
    await expect(trouble('Failed to load course categories')).toBeVisible()
    await expectAccessible(page)
    await expect(first).toContainText('100%')
    await expect(first).toContainText('Subscribed upto 31-01-2027')
    await expect(page.getByRole('listitem').filter({ hasText: 'Course 2.1' }).first()).toContainText('Expired On')
    await expect(first.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', '/my-courses/200')
    await page.getByRole('button', { name: 'Page 8' }).click()
    await expect(page.getByRole('heading', { name: 'Course 8.0' })).toBeVisible()
    await expect(page).toHaveURL('/my-courses?page=8')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Course 2.0' })).toBeVisible()

    await trouble('Failed to load course categories').getByRole('button', { name: 'Try again' }).click()
    const category = page.getByRole('combobox', { name: 'Category' })
    await category.selectOption('Degree Level')
    await expect(page).toHaveURL(/\/my-courses\?category=\d+$/)
    await expect.poll(() => asked.at(-1)).toMatch(/^\d+$/)
    await expectAccessible(page)
    await page.goBack()
    await expect(category).toHaveValue('')
  },
)
