import type { Page } from '@playwright/test'
import {
  bringAxe,
  expect,
  expectAccessibleInBothColours,
  expectContent,
  logIn,
  test,
  type Colours,
  type LoggedIn,
} from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'
import { api, demoExam, satExam, wrongLetter } from '../support/journeys/exam-page.ts'
import { textMistakes } from '../support/journeys/page-texts.ts'

const taster = demoExam('five-question-taster')

/** The narrowest screen the product is for. */
test.use({ viewport: { width: 320, height: 640 } })
// Some twenty pages each, with two looks by axe at every one.
test.describe.configure({ timeout: 600_000 })

/** More stops than any page has before its content begins to repeat. */
const STOPS = 40

test('every page open to everyone fits a narrow screen, is accessible and is walked by keyboard', async ({
  page,
  allow,
}) => {
  allow(/^404 GET \/(nowhere|(courses|news)\/999999)$/)
  await look(page, [
    '/login',
    '/auth',
    '/courses',
    '/courses/kerala-psc/degree-level',
    '/courses/1',
    '/courses/999999',
    '/search',
    '/search?q=polity',
    '/search?q=xylophone+repair',
    '/news',
    '/news/3',
    '/news/999999',
    '/blog/2',
    '/webinars',
    '/webinars/1',
    '/webinars/3',
    '/privacy',
    '/terms',
    '/nowhere',
  ])
})

test('every page of a learner who is new is', async ({ page }) => {
  await logIn(page)
  await look(page, [
    '/dashboard',
    '/my-courses',
    '/buycourse/1',
    '/my-courses/1/renewal',
    '/daily-workouts',
    '/mock-test',
    '/quizzes',
    '/quizzes/1',
    '/practice',
    '/live-classes',
    '/my-purchases',
    '/webinars/1',
    '/support',
  ])
})

test('every page of a learner who has been here for long is', async ({ page }) => {
  const learner = await logIn(page, '9000000001')
  await look(page, [
    '/dashboard',
    ...(await placesOf(learner)),
    '/my-purchases',
    '/support',
    '/settings',
    '/live-classes',
  ])
})

test('every page about an exam that was sat is', async ({ page }) => {
  // One answer right, one wrong, the others none.
  const learner = await logIn(page)
  const { id, result } = await satExam(learner, taster, { 1: taster.key[0]!, 2: wrongLetter(taster.key[1]!) })
  await look(page, [`/mock-test/${id}`, result, `${result}/sheet`, `/exam/${id}/start`, '/practice'])
  await logInAsStaff(page, 'owner')
  const ofLearner = `/staff/learners/${learner.id}`
  await look(page, [`${ofLearner}?tab=attempts`, `${ofLearner}/attempts/${result.split('/').at(-1)}`])
})

test('every page of the console is', async ({ page }) => {
  await look(page, ['/staff/login'])
  await logInAsStaff(page, 'owner')
  await look(page, [
    ...['/staff', '/staff/deliveries', '/staff/team', '/staff/audit', '/staff/roles', '/staff/account'],
    ...['/staff/learners', '/staff/learners?words=asha', '/staff/learners/bulk', '/staff/learners/1'],
    ...['courses', 'purchases', 'notes', 'log'].map((tab) => `/staff/learners/1?tab=${tab}`),
  ])
})

test('every page of the console about learners’ words, exams, money and content is', async ({ page }) => {
  await logInAsStaff(page, 'owner')
  await look(page, [
    ...['/staff/tickets', '/staff/tickets/1', '/staff/saved-replies'],
    ...['/staff/discussions', '/staff/discussions/1', '/staff/reports', '/staff/exams'],
    ...['sitting', 'results', 'questions', 'overview'].map((tab) => `/staff/exams/1?tab=${tab}`),
    ...['/staff/money', '/staff/money?tab=look', '/staff/money?tab=gst'],
    ...['/staff/money?tab=receipts', '/staff/money?tab=notes'],
    ...['/staff/prices', '/staff/live-classes', '/staff/live-classes?list=past'],
    ...['/staff/workouts', '/staff/workouts/new', '/staff/workouts/1'],
    ...['/staff/notifications', '/staff/notifications/new', '/staff/notifications/new?from=2'],
    ...['/staff/notifications/1', '/staff/notifications/1?edit=1', '/staff/notifications/2'],
  ])
})

test('every page of the console about news and splashes is', async ({ page }) => {
  await logInAsStaff(page, 'author')
  await look(page, [
    ...['/staff/news', '/staff/news/new', '/staff/news/1', '/staff/news?words=nothing+at+all'],
    ...['/staff/splashes', '/staff/splashes/new', '/staff/splashes/1', '/staff/splashes?state=withdrawn'],
  ])
})

/** The pages of a learner's courses and purchases. */
async function placesOf(learner: LoggedIn): Promise<string[]> {
  const courses = await api<{ data: { id: number }[] }>(learner, '/courses/my/course?per_page=25', {})
  const bought = await api<{ data: { transaction_id: number }[] }>(
    learner,
    `/customerpurchasehistorylist/${learner.id}`,
  )
  const transaction = bought.data[0]!.transaction_id
  const { data } = await api<{ data: { id: number }[] }>(learner, `/customerpaymenthistorylist/${transaction}`)
  return [
    '/my-courses',
    ...courses.data.map(({ id }) => `/my-courses/${id}`),
    `/my-purchases/${transaction}`,
    `/my-purchases/${transaction}/receipt/${data[0]!.id}`,
  ]
}

async function look(page: Page, addresses: string[]): Promise<void> {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(`${page.url()}: ${message.text()}`))
  await bringAxe(page)
  let walked = false
  // Each page is opened in the colours in which the one before was left, and changes them once.
  let colours: Colours = 'light'
  for (const address of addresses)
    await test.step(address, async () => {
      await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
      await page.goto(address)
      await expect(page.locator('h1').first()).toBeVisible()
      await expectContent(page)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => scrollTo(0, 0))
      const { wide, screen } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { wide: scrollWidth, screen: clientWidth }
      })
      expect(wide, 'width of the page').toBeLessThanOrEqual(screen)
      await expect.poll(() => page.evaluate(unmarked), 'texts in another script without their language').toEqual([])
      const { touching, dates, times } = await textMistakes(page)
      expect.soft(touching, 'texts that touch an element without a space').toEqual([])
      expect.soft(dates.length, `formats of dates: ${dates.join(', ')}`).toBeLessThanOrEqual(1)
      expect.soft(times, 'times without their zone').toEqual([])
      colours = colours === 'light' ? 'dark' : 'light'
      await expectAccessibleInBothColours(page, undefined, colours)
      // What stands around the content is the same on each page.
      const framed = await page.getByRole('button', { name: 'Open menu' }).isVisible()
      await walk(page, framed && walked)
      walked ||= framed
    })
  expect(warnings, 'warnings in the console').toEqual([])
}

/** Runs in the page. @returns texts in a script of India that no element says the language of */
function unmarked(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: parent, nodeValue: text } = texts.currentNode
    if (!parent || parent.closest('script, style') || !/[\u0900-\u0963\u0966-\u0d7f]/.test(text ?? '')) continue
    if (parent.closest<HTMLElement>('[lang]')!.lang.startsWith('en')) found.push(text ?? '')
  }
  return found
}

/**
 * Goes from stop to stop as a keyboard does: each is in sight, uncovered and marked, and none holds the keyboard.
 * @param skip whether the walk begins at the content, as with the link 'Skip to content'
 */
async function walk(page: Page, skip: boolean): Promise<void> {
  if (skip) await page.locator('#content').focus()
  // From the top, wherever what looked at the page before has left the place from which a keyboard goes on.
  else
    await page.locator('body').evaluate((body) => {
      body.tabIndex = -1
      body.focus()
      body.removeAttribute('tabindex')
    })
  const stops = new Set<string>()
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab')
    const { name, trouble } = await page.evaluate(focused)
    if (name === '' || stops.has(name)) return expect(stops.size, 'stops').toBeGreaterThan(skip ? 0 : 1)
    stops.add(name)
    expect(trouble, name).toBe('')
  }
}

/** Runs in the page. @returns what has the keyboard, and what is wrong with showing it */
function focused(): { name: string; trouble: string } {
  const element = document.activeElement
  if (!element || element === document.body) return { name: '', trouble: '' }
  const name = `${[...document.querySelectorAll('*')].indexOf(element)} ${element.outerHTML.slice(0, 120)}`
  const box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2]
  if (box.width === 0 || box.height === 0) return { name, trouble: 'has no size' }
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
    return { name, trouble: 'is out of sight' }
  const top = document.elementFromPoint(x, y)
  const label = element.closest('label')
  if (top && !element.contains(top) && !top.contains(element) && !label?.contains(top))
    return { name, trouble: `is covered by ${top.outerHTML.slice(0, 120)}` }
  return { name, trouble: '' }
}
