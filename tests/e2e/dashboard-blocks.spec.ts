import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'
import { block, callsOf, featured, inSight, layoutShift } from '../support/journeys/dashboard-page.ts'

/** The blocks end where they stood while nothing had come. */
async function expectAtRest(page: Page): Promise<void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  const loading = page.getByRole('region').getByRole('status').filter({ hasText: 'Loading' })
  await block(page, 'Study activity').scrollIntoViewIfNeeded()
  const names = ['Your figures', 'Upcoming live classes', 'Featured Exams', 'Course Statistics', 'Study activity']
  await expect(loading).toHaveCount(names.length)
  expect(await page.evaluate(drawnAnew), 'what is drawn anew for each picture').toEqual([])
  const places = () =>
    page.evaluate(() =>
      // Last come courses for sale: where the learner has one, another of another height takes its place.
      [...document.querySelectorAll('main section:not(:has([data-tile]))')].map((each) =>
        Math.round(each.getBoundingClientRect().bottom + scrollY),
      ),
    )
  const before = await places()
  expect(before).toHaveLength(names.length)
  answer()
  for (const name of names) {
    await block(page, name).scrollIntoViewIfNeeded()
    await expect(loading.and(block(page, name).getByRole('status'))).toHaveCount(0)
  }
  await expect(block(page, 'Study activity').locator('canvas')).toBeVisible()
  await expect(loading).toHaveCount(0)
  const moved = (await places()).map((bottom, index) => Math.abs(bottom - before[index]!))
  expect(Math.max(...moved), moved.join(', ')).toBeLessThanOrEqual(8)
  await page.unroute('**/api/**')
}

/** Runs in the page. @returns of each card the places of its facts, in pixels from above */
const factPlaces = (cards: Element[]) =>
  cards.map((card) => [...card.querySelectorAll('li')].map((fact) => Math.round(fact.getBoundingClientRect().top)))

/** Runs in the page. @returns texts that end with an ellipsis within a line */
const cutTexts = (block: Element) =>
  [...block.querySelectorAll<HTMLElement>('*')]
    .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)

/** Runs in the page. @returns what animations without an end change that a browser has to paint for */
function drawnAnew(): string[] {
  const endless = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity)
  if (endless.length === 0) return ['nothing moves']
  const frames = endless.flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
  const free = ['opacity', 'transform', 'offset', 'computedOffset', 'easing', 'composite']
  return [...new Set(frames.flatMap((frame) => Object.keys(frame)))].filter((name) => !free.includes(name))
}

/** Runs in the page. @returns parts of it that scroll up and down by themselves */
function scrollBoxes(): string[] {
  const all = [...document.querySelectorAll('main *')].filter((each) => each.checkVisibility())
  const scrolling = all.filter(
    (each) => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1,
  )
  return scrolling.map((each) => each.outerHTML.slice(0, 120))
}

test(
  'the dashboard shows a learner how far they are, what comes next and what they did, each in its place, however late it comes',
  intercepting,
  async ({ page, context }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await logIn(page, '9000000001')
    const shifted = await layoutShift(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAtRest(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const calls = callsOf(page)
    await expectAtRest(page)

    const figures = block(page, 'Your figures')
    await expect(figures.getByRole('link', { name: /^\d+ Total Queries/ })).toBeVisible()
    await expect(figures.getByRole('link', { name: /^[1-9]\d* Daily Workouts/ })).toBeVisible()
    await expect(figures.getByRole('img', { name: /^Chapters completed: \d+%$/ })).toBeVisible()
    await expect(figures.getByRole('img', { name: /^Exams attempted: \d+%$/ })).toBeVisible()

    const statistics = block(page, 'Course Statistics')
    await expect(
      statistics.getByRole('progressbar', { name: 'Videos of LDC Test Series with Solutions' }),
    ).toBeVisible()
    await expect(statistics.getByText('Completed')).toBeVisible()
    await expect(statistics.getByText('Progress', { exact: true }).first()).toBeVisible()
    await statistics.getByRole('tab', { name: 'Exams' }).click()
    await expect(statistics.getByRole('progressbar', { name: 'Exams of Degree Level Prelims' })).toBeVisible()

    const activity = block(page, 'Study activity')
    await activity.scrollIntoViewIfNeeded()
    await expect(activity.locator('canvas')).toBeVisible()
    await activity.getByText('Show as a table').click()
    await expect(activity.getByRole('row')).not.toHaveCount(1)
    await expect(activity.getByRole('columnheader', { name: 'Questions answered' })).toBeVisible()

    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(8)
    expect(new Set(calls).size, calls.join('\n')).toBe(calls.length)
    expect(await shifted()).toBeLessThan(0.02)
    await expectAccessible(page)

    const classes = block(page, 'Upcoming live classes')
    const joined = page.waitForRequest((request) => request.url().includes('/user/live_class/join?live_class_id='))
    const meeting = context.waitForEvent('page')
    await context.route('https://meet.example.org/**', (route) => route.fulfill({ body: 'The meeting' }))
    await classes.getByRole('link', { name: /^Join Now: Writs and remedies/ }).click()
    expect((await joined).method()).toBe('POST')
    expect((await meeting).url()).toBe('https://meet.example.org/prelims-writs')
    await (await meeting).close()

    // The calendar goes from Sunday to Saturday and begins this month.
    await expect(classes.getByRole('columnheader')).toHaveText(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'])
    const chosen = classes.getByRole('button', { pressed: true })
    // The class that is on.
    await expect(chosen).toHaveAccessibleName(/, \d class(es)?$/)
    await expect(classes.getByText('Lekha Varma').first()).toBeVisible()
    const [previous, next] = [
      classes.getByRole('button', { name: 'Previous month' }),
      classes.getByRole('button', { name: 'Next month' }),
    ]
    await expect(previous).toBeDisabled()
    // In the first minutes of a month the class that is on began in the month before.
    const today = classes.locator('[aria-current=date]')
    if (!(await today.isVisible())) await next.click()
    await expect(today).toBeVisible()
    await expect(previous).toBeDisabled()
    await next.click()
    await expect(previous).toBeEnabled()
    await previous.click()
    await expect(previous).toBeDisabled()

    await next.click()
    await chosen.focus()
    const before = await chosen.getAttribute('aria-label')
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toBeFocused()
    expect(await chosen.getAttribute('aria-label')).not.toBe(before)
    const free = classes.getByRole('button', { name: /^\w+, 28 / })
    await free.click()
    await expect(free).toHaveAttribute('aria-pressed', 'true')
    await expect(classes.getByRole('heading', { name: /, 28 / })).toBeVisible()
  },
)

test('the dashboard weighs at most 100 kB of scripts and 16 kB of styles, and shows on a phone what comes next first, in one page', async ({
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
  expect(await bytes('script')).toBeGreaterThan(40_000)
  expect(await bytes('script')).toBeLessThanOrEqual(100_000)
  expect(await bytes('stylesheet')).toBeGreaterThan(10_000)
  expect(await bytes('stylesheet')).toBeLessThanOrEqual(16_000)

  const figures = block(page, 'Your figures')
  await expect(figures.getByRole('link').first()).toHaveAccessibleName(/^Continue learning/)
  const tiles = figures.getByRole('listitem').filter({ has: page.getByRole('link') })
  const heights = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().height))
  expect([heights.length, new Set(heights).size]).toEqual([2, 1])
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toHaveText([
    'Upcoming live classes',
    'Featured Exams',
    'Course Statistics',
    'Study activity',
    'Top Courses Pick for You',
  ])

  const classes = block(page, 'Upcoming live classes')
  const joins = classes.getByRole('link', { name: /^Join Now/ })
  await expect(joins).toHaveCount(1)
  await expect(classes.getByRole('table')).toBeHidden()
  const all = classes.getByRole('button', { name: /^Show all \d classes$/ })
  // In the first minutes of a day the class that is on is yesterday's, and alone.
  const count = (await all.isVisible()) ? Number(/\d/.exec((await all.textContent())!)) : 1
  await block(page, 'Course Statistics').scrollIntoViewIfNeeded()
  await expect(block(page, 'Course Statistics').getByRole('progressbar')).toHaveCount(3)
  await block(page, 'Study activity').scrollIntoViewIfNeeded()
  await expect(block(page, 'Study activity').locator('canvas')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3200)

  if (count > 1) await all.click()
  await expect(classes.getByRole('listitem')).toHaveCount(count)
  await classes.getByRole('button', { name: 'Calendar' }).click()
  await expect(classes.getByRole('table')).toBeVisible()
  const statistics = block(page, 'Course Statistics')
  await statistics.getByRole('button', { name: 'Show all 4 courses' }).click()
  await expect(statistics.getByRole('progressbar')).toHaveCount(4)
  await block(page, 'Study activity').getByText('Show as a table').click()
  expect(await page.evaluate(scrollBoxes)).toEqual([])

  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 1024 })
    const [first, second, ...others] = await block(page, 'Featured Exams').getByRole('article').evaluateAll(factPlaces)
    expect(second, `facts of exams side by side at ${width} pixels`).toEqual(first)
    expect(others[1]).toEqual(others[0])
    expect(await block(page, 'Featured Exams').evaluate(cutTexts)).toEqual([])
  }

  // No card is left alone in a row.
  await page.setViewportSize({ width: 768, height: 1024 })
  const cards = block(page, 'Top Courses Pick for You')
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size]).toEqual([3, 1])
  await expectAccessible(page)
})

test(
  'blocks of the dashboard that cannot be loaded take no other with them, and can be asked for again each',
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
    await page.route('**/user/homepageexamnew', (route) => route.abort(), { times: 1 })
    await page.goto('/dashboard')
    const retry = (name: string) => block(page, name).getByRole('button', { name: 'Try again' })
    const names = ['Your figures', 'Upcoming live classes', 'Featured Exams', 'Course Statistics', 'Study activity']
    for (const name of names) {
      await block(page, name).scrollIntoViewIfNeeded()
      await expect(retry(name)).toBeVisible()
    }
    // Silent: no toast (document 1, section 8).
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Top Courses Pick for You' })).toBeVisible()

    await retry('Course Statistics').click()
    await expect(block(page, 'Course Statistics').getByRole('progressbar').first()).toBeVisible()
    await expect(block(page, 'Your figures').getByRole('img', { name: /^Chapters completed/ })).toBeVisible()
    await expect(retry('Featured Exams')).toBeVisible()
    await retry('Featured Exams').click()
    await inSight(page, 1)
    await expect(featured(page).getByRole('article').first()).toBeVisible()
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
