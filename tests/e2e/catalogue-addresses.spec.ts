import { intercepting, expect, logIn, test } from '../support/browser.ts'

test.describe('the course list', () => {
  test('makes sense of addresses that make none', async ({ page }) => {
    await page.goto('/courses?page=abc&category=77&sort=upwards')
    await expect(page.getByRole('main').getByRole('link', { name: /^View Details/ })).toHaveCount(12)
    await page.goto('/courses?page=9999')
    await expect(page).toHaveURL('/courses?page=2')
  })
})

test.describe('a category', () => {
  test('that does not exist is not found', async ({ page, allow }) => {
    allow(/^404 GET \/courses\/kerala-psc\/nothing$/)
    await page.goto('/courses/kerala-psc/nothing')
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  })
})

test.describe('a course', () => {
  // A worker of the site would fetch the pages that stand in for others here, and get the real ones.
  test.use({ serviceWorkers: 'block' })

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
    test(`that is ${status} opens where it is studied`, intercepting, async ({ page }) => {
      await logIn(page)
      await page.route('**/checkCoursePurchseStatus?id=2', (route) =>
        route.fulfill({ json: { course_status: status } }),
      )
      await page.route('**/my-courses/2', (route) => route.fulfill({ contentType: 'text/html', body: 'Studied here' }))
      await page.goto('/courses/2')
      await expect(page.getByText('Studied here')).toBeVisible()
    })
  }

  test('that is not bought stays, also when the status cannot be told', intercepting, async ({ page }) => {
    await logIn(page)
    const asked = page.waitForResponse(/checkCoursePurchseStatus/)
    await page.goto('/courses/2')
    expect(((await (await asked).json()) as { course_status: string }).course_status).toBe('Not Purchased')
    await page.route('**/checkCoursePurchseStatus?id=2', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible()
  })
})

test('search engines are told of every public page and of no other', async ({ page, request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /my-courses')
  const sitemap = await (await request.get(/Sitemap: (.+)/.exec(robots)![1]!.replace(/^https?:\/\/[^/]+/, ''))).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path!)
  expect(listed).toContain('/courses/kerala-psc/degree-level')
  for (const path of listed) expect((await request.get(path)).status(), path).toBe(200)
  const kinds = { '/news/1': 'NewsArticle', '/blog/1': 'BlogPosting', '/webinars/1': 'EducationEvent' }
  for (const [path, type] of Object.entries(kinds)) {
    expect(listed).toContain(path)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(
      await (await request.get(path)).text(),
    )!
    expect(JSON.parse(data)).toMatchObject({ '@graph': [{ '@type': type }, { '@type': 'BreadcrumbList' }] })
  }
  // It only leads to its source.
  expect(listed).not.toContain('/news/4')
  await page.goto('/courses?search=polity')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/courses$/)
  // What a search finds is the page of all searches to them; what finds nothing is no page.
  await page.goto('/search?q=polity')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/search$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.goto('/search?q=xylophone+repair')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
