import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { ExamListItem } from '#features/exams/list/exam-list.contract.ts'
import { notificationDialog, openBell, panel } from '../support/journeys/bell.ts'
import { expect, expectContent, logIn, newPhone, test as base } from '../support/journeys/browser.ts'
import { runCommand } from '../support/api/command.ts'
import { api, choose, demoExam, expectQuestion, expectSaved } from '../support/journeys/exam-page.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'
import { spoilContent } from '../support/journeys/hostile-content.ts'
import { hostileTexts } from '../support/hostile/hostile-texts.ts'
import { showSite, temporaryFolder } from '../support/servers/server.ts'
import { tickets } from '../support/journeys/support-page.ts'

/**
 * A server of its own, whose every text holds what tries to become script. What the console says of a page, such as that
 * its policy stopped something, and every request to another host fail these tests as they do all others.
 */
const test = base.extend<object, { hostileSite: void }>({
  hostileSite: [
    async ({}, use) => {
      const { folder, remove } = temporaryFolder()
      const pack = path.join(folder, 'pack')
      cpSync('src/content/demo', pack, { recursive: true })
      const file = path.join(pack, 'pack.yaml')
      // This source has news on the dashboard.
      writeFileSync(file, readFileSync(file, 'utf8').replace('content_source: cc', 'content_source: wac'))
      const dataDir = path.join(folder, 'data')
      const imported = await runCommand({ dataDir, databaseUrl: undefined }, 'src/content/cli.ts', [
        'import',
        pack,
        '--learners',
      ])
      expect(imported.code, imported.err).toBe(0)
      spoilContent(dataDir)
      await showSite(dataDir, { OTP_SENDER: 'outbox', TRUSTED_PROXIES: 'loopback' }, use)
      remove()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})

// One after the other, so that the site is made and started once.
test.describe.configure({ timeout: 600_000, mode: 'default' })

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog says: ${dialog.message()}`)
  })
  await page.addInitScript(() => {
    Object.assign(globalThis, { __xss: () => Object.assign(globalThis, { __ran: true }) })
  })
})

test('what anybody wrote runs on no page open to everyone', async ({ page, allow }) => {
  allow(/^404 GET \/nowhere\//)
  await look(page, [
    '/courses',
    '/news',
    '/news/1',
    '/blog/1',
    '/webinars/1',
    '/courses?page=2',
    '/courses/kerala-psc/degree-level',
    '/courses/1',
    '/search?q=polity',
    searchFor(hostileTexts[0]!),
    '/login',
    '/nowhere/%3Cscript%3E__xss()%3C%2Fscript%3E',
  ])
  // Of what is searched for, all that differs is in the page as the server sends it.
  const like = searchFor('nothing has this name')
  // A browser applies the policy of the open page to documents that a script reads: this page has all of their styles.
  await page.goto('/search?q=polity')
  for (const text of hostileTexts.filter((_, at) => at % 20 === 10))
    await test.step(text, async () =>
      expect(await page.evaluate(findings, { address: searchFor(text), like })).toEqual([]),
    )
})

test('nor on any page of a learner', async ({ page }) => {
  const learner = await logIn(page, '9000000001')
  const courses = await api<{ data: { id: number }[] }>(learner, '/courses/my/course?per_page=25', {})
  const bought = await api<{ data: { transaction_id: number }[] }>(
    learner,
    `/customerpurchasehistorylist/${learner.id}`,
  )
  const purchase = bought.data[0]!.transaction_id
  const { data } = await api<{ data: { id: number }[] }>(learner, `/customerpaymenthistorylist/${purchase}`)
  await look(page, [
    '/dashboard',
    '/my-courses',
    '/daily-workouts',
    '/live-classes',
    '/quizzes',
    '/quizzes/1',
    '/buycourse/1',
    '/my-purchases',
    `/my-purchases/${purchase}`,
    `/my-purchases/${purchase}/receipt/${data[0]!.id}`,
    '/settings',
    `/my-courses/${courses.data[0]!.id}`,
  ])
  await page.getByRole('tab', { name: 'Discussions' }).click()
  await expect(page.getByRole('tab', { name: 'Discussions', selected: true })).toBeVisible()
  await expectHarmless(page)
  await page.goto('/support')
  await tickets(page).getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Ticket', exact: true }).getByRole('listitem').first()).toBeVisible()
  await expectHarmless(page)
  await openBell(page)
  await panel(page).getByRole('listitem').getByRole('button').first().click()
  await expect(notificationDialog(page)).toBeVisible()
  await expectHarmless(page)
})

test('nor in an exam, in its result and in its sheet', async ({ page }) => {
  const learner = await logIn(page)
  const { exams } = await api<{ exams: { data: ExamListItem[] } }>(learner, '/listmockexams', {
    status: 'all',
    per_page: 50,
  })
  const { id } = exams.data.find(({ title }) => title.startsWith(demoExam('five-question-taster').title))!
  await api(learner, '/courses/exam/start', { exam_id: id, status: 'start' })
  await page.goto(`/exam/${id}/start`)
  await expectQuestion(page, 1)
  await expectHarmless(page)
  await choose(page, 'A')
  await expectSaved(page)
  const end = { exam_id: id, status: 'completed' }
  const { result_id } = await api<{ result_id: number }>(learner, '/courses/exam/submit', end)
  const result = `/mock-test/${id}/exam-result/${result_id}`
  await look(page, ['/mock-test', `/mock-test/${id}`, result, `${result}/sheet`, '/practice'])
})

test('nor on any page of the console, and is shown there as it was written', async ({ page }) => {
  const { csrf } = await logInAsStaff(page, 'owner')
  const written = hostileTexts.filter((text) => text.length < 400 && !/[\p{Cc}\u2028\u2029]/u.test(text))
  const give = async (path: string, data: object) => {
    const headers = { 'x-csrf-token': csrf }
    const reply = await page.request.post(`/api/v1/staff${path}`, { headers, data })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  // What the log says of them: reasons, names and numbers, before and after.
  for (const [at, course] of [1, 2, 3].entries())
    await give('/learners/2/access/grant', { course_id: course, days: 9, reason: written[at * 7] })
  await give('/saved-replies/add', { title: written[3], body: written[4] })
  await give('/team/add', {
    name: written.find((text) => text.length < 60),
    mobile: newPhone(),
    roles: ['mentor'],
    reason: written[5],
  })
  const [words] = written.filter((text) => text.length < 60)
  await give('/notifications/add', { title: words, message: words, audience: 'all', course_id: null, target: null })

  const tabs = async (...names: string[]) => {
    for (const name of names)
      await test.step(name, async () => {
        await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
        await expectTold(page)
      })
  }
  await look(page, ['/staff', '/staff/deliveries', '/staff/splashes', '/staff/account'])
  for (const address of [
    '/staff/learners',
    '/staff/tickets',
    '/staff/tickets/1',
    '/staff/saved-replies',
    '/staff/discussions',
    '/staff/discussions/1',
    '/staff/reports',
    '/staff/exams',
    '/staff/receipts/1',
    '/staff/notifications',
    '/staff/live-classes?list=all',
    '/staff/news',
    '/staff/workouts',
    '/staff/prices',
    '/staff/team',
    '/staff/audit',
  ])
    await test.step(address, async () => {
      await page.goto(address)
      await expectTold(page)
    })
  await page.goto('/staff/learners/1')
  await expectTold(page)
  await tabs('Courses', 'Exams', 'Tickets', 'Comments', 'Notifications', 'Notes', 'Purchases')
  await page.goto('/staff/learners/2?tab=log')
  await expectTold(page)
  await page.goto('/staff/money')
  await expectTold(page)
  await tabs('Orders', 'Refunds', 'Invoices', 'Credit notes', 'Needs attention')
  await page.goto('/staff/exams/1')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(saysSo)
  await tabs('Results', 'Questions', 'Overview')
})

/** Most of what is hostile names the function that it calls, or the host that it asks. */
const saysSo = /__xss|evil\.example/

/** It is there, for people to read, and nothing came of it. */
async function expectTold(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toContainText(saysSo)
  await expectHarmless(page)
}

async function look(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.locator('h1').first()).toBeAttached()
      await expectHarmless(page)
    })
}

const searchFor = (text: string) => `/search?q=${encodeURIComponent(text)}`

/** Nothing ran, and nothing is there that could: what people wrote is text, and what text is made of. */
async function expectHarmless(page: Page): Promise<void> {
  await expectContent(page)
  expect(await page.evaluate(findings, {})).toEqual([])
}

/**
 * Runs in the page. @returns what should not be there, or not on the page of another address as the server sends it, which
 * is to have as much that could act by itself as the page `like`
 */
async function findings({ address, like }: { address?: string; like?: string }): Promise<string[]> {
  const found: string[] = []
  const read = (from: string) =>
    new Promise<Document>((resolve) => {
      const request = new XMLHttpRequest()
      request.open('GET', from)
      request.responseType = 'document'
      request.onload = () => resolve(request.responseXML!)
      request.send()
    })
  const shown = address ? await read(address) : document
  // By its words a text may find a course, and only a search that finds something has an address for search engines.
  const link = 'link:not(head > [rel="canonical"])'
  const acting = (page: Document) =>
    ['script', 'style', link, 'form', '[style]'].map((kind) => page.querySelectorAll(kind).length).join()
  if (like && acting(shown) !== acting(await read(like))) found.push('a script, style, link or form that was not there')
  if (shown.querySelectorAll('[rel="canonical"]').length > 1) found.push('a second address for search engines')
  if ('__ran' in globalThis) found.push('a script ran')
  const strange =
    'object embed applet base frame frameset portal fencedframe marquee foreignObject animate set map area'
  for (const element of shown.querySelectorAll('*')) {
    const { localName: name, outerHTML } = element
    const tell = (what: string) => void found.push(`${what}: ${outerHTML.slice(0, 160)}`)
    if (strange.split(' ').includes(name) || (name === 'meta' && element.hasAttribute('http-equiv'))) tell('element')
    if (name === 'use' && !element.getAttribute('href')?.startsWith('#ai:')) tell('element')
    if (/^(script|style|link|iframe|form)$/.test(name) && element.closest('.authored')) tell('element')
    for (const { name: attribute, value } of element.attributes) {
      if (/^(on.*|srcdoc|formaction|ping|background)$/.test(attribute)) tell(attribute)
      if (!/^(href|src|srcset|action|xlink:href|data|poster)$/.test(attribute)) continue
      const { protocol, origin } = new URL(value, location.href)
      const ours = origin === location.origin || value.startsWith('blob:') || value.startsWith('data:image/')
      // Links lead to the web, and a receipt or a contact to a phone; everything else stays here.
      const leads = name === 'a' && attribute === 'href' && /^(https?|tel|mailto):$/.test(protocol)
      const player = name === 'iframe' && /^https:\/\/(player\.vimeo\.com|www\.youtube-nocookie\.com)$/.test(origin)
      const canonical = name === 'link' && /canonical/.test((element as HTMLLinkElement).rel)
      if (!ours && !leads && !player && !canonical) tell(attribute)
    }
  }
  return [...new Set(found)]
}
