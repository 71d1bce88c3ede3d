import { intercepting, expect, logIn, test } from '../support/browser.ts'
import { block } from '../support/dashboard-page.ts'

test(
  'a block of the dashboard that cannot be loaded takes no other with it, and can be asked for again',
  intercepting,
  async ({ page, allow }) => {
    allow(/^50\d GET .*(dashboardCount|studyActivity|upcomingLiveClasses)$/)
    await logIn(page, '9000000001')
    const broken = ['**/dashboard/dashboardCount', '**/dashboard/studyActivity', '**/dashboard/upcomingLiveClasses']
    for (const call of broken) {
      await page.route(call, (route) => route.fulfill({ status: 503, json: { status: false, message: 'Down' } }), {
        times: 1,
      })
    }
    await page.goto('/dashboard')
    const retry = (name: string) => block(page, name).getByRole('button', { name: 'Try again' })
    await block(page, 'Study activity').scrollIntoViewIfNeeded()
    for (const name of ['Your figures', 'Course Statistics', 'Upcoming live classes', 'Study activity']) {
      await expect(retry(name)).toBeVisible()
    }
    // Silent: no toast (document 1, section 8).
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
    await expect(block(page, 'Featured Exams').getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Top Courses Pick for You' })).toBeVisible()

    await retry('Course Statistics').click()
    await expect(block(page, 'Course Statistics').getByRole('progressbar').first()).toBeVisible()
    await expect(block(page, 'Your figures').getByRole('img', { name: /^Chapters completed/ })).toBeVisible()
    await retry('Upcoming live classes').click()
    await expect(
      block(page, 'Upcoming live classes')
        .getByRole('link', { name: /^Join Now/ })
        .first(),
    ).toBeVisible()
    await retry('Study activity').click()
    await expect(block(page, 'Study activity').locator('canvas')).toBeVisible()
  },
)

test('what the dashboard needs to be seen and used weighs at most 100 kB of scripts and 16 kB of styles', async ({
  page,
}) => {
  await logIn(page, '9000000001')
  const weighed: { script: Promise<number>[]; stylesheet: Promise<number>[] } = { script: [], stylesheet: [] }
  page.on('requestfinished', (request) => {
    const kind = request.resourceType()
    if (kind === 'script' || kind === 'stylesheet')
      weighed[kind].push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const bytes = async (kind: keyof typeof weighed) =>
    (await Promise.all(weighed[kind])).reduce((sum, size) => sum + size, 0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  expect(await bytes('script')).toBeGreaterThan(60_000)
  expect(await bytes('script')).toBeLessThanOrEqual(100_000)
  expect(await bytes('stylesheet')).toBeGreaterThan(10_000)
  expect(await bytes('stylesheet')).toBeLessThanOrEqual(16_000)
})
