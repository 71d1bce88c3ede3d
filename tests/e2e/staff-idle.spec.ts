import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'
import { endSessionElsewhere } from '../support/journeys/staff-session.ts'

const warning = (page: Page) => page.getByRole('dialog', { name: 'You will be logged out soon' })
const logIn = (page: Page) => page.getByLabel('Phone')

/** Calls of the console that a person made, as the server would take them. */
function personsCalls(context: BrowserContext): string[] {
  const calls: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/') && request.headers()['x-background'] === undefined) calls.push(request.url())
  })
  return calls
}

const typed = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('padavu-staff-draft:')).length)

/** A saved reply that is being written. */
async function openReply(page: Page) {
  await page.goto('/staff/saved-replies')
  await page.getByRole('button', { name: 'Save a reply' }).click()
  return page.getByRole('dialog', { name: 'Save a reply' })
}

test('a session that nobody uses ends after a warning, in every tab, and pages that poll do not keep it', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await logInAsStaff(page, 'owner')
  await page.goto('/staff/learners')
  await page.goto('/staff/tickets')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  const calls = personsCalls(context)
  const polls: string[] = []
  page.on('request', (request) => request.headers()['x-background'] === '1' && polls.push(request.url()))
  await page.clock.fastForward('27:00')
  await expect.poll(() => polls.length).toBeGreaterThan(1)
  await expect(warning(page)).toBeHidden()
  expect(calls).toEqual([])
  await page.clock.fastForward('01:00')
  await expect(warning(page)).toContainText(/logged out in 1:\d\d/)

  // Used in another tab, the session goes on in both.
  const other = await context.newPage()
  await other.goto('/staff/team')
  await expect(other.getByRole('table')).toBeVisible()
  await page.clock.fastForward('00:01')
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('28:10')
  await expect(warning(other)).toBeVisible()
  await warning(page).getByRole('button', { name: 'Stay logged in' }).click()
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('00:01')
  await expect(warning(other)).toBeHidden()

  await page.clock.fastForward('31:00')
  for (const each of [page, other]) {
    await expect(each.getByText('Your session has ended')).toBeVisible()
    expect(each.url()).toContain('/staff/login')
  }
  await page.goBack()
  await expect(logIn(page)).toBeVisible()
})

test('a page that nobody touches makes its calls in the background, whichever it is', async ({ page, context }) => {
  await page.clock.install()
  await logInAsStaff(page, 'owner')
  const calls = personsCalls(context)
  const polls: string[] = []
  page.on('request', (request) => request.headers()['x-background'] === '1' && polls.push(request.url()))
  for (const path of [
    ...['/tickets', '/tickets/1', '/discussions', '/discussions/1', '/reports', '/notifications', '/prices'],
    ...['/live-classes', '/deliveries', '/exams/1?tab=sitting', '/learners/1', '/money', '/news', '/roles'],
  ]) {
    await page.goto(`/staff${path}`, { waitUntil: 'networkidle' })
    calls.length = polls.length = 0
    await page.clock.fastForward('01:01')
    await expect.poll(() => polls.length, path).toBeGreaterThan(0)
    expect(calls, path).toEqual([])
  }
})

test('typed text outlives the end of a session, for its member alone, until they log out', async ({ page }) => {
  await page.clock.install()
  await logInAsStaff(page, 'owner')
  const form = await openReply(page)
  await form.getByLabel('Title').fill('Where receipts are')
  await form.getByLabel('Text').fill('Dear {name}, look under Purchases')
  // Leaves without the browser's question about unsaved changes.
  await page.clock.fastForward('31:00')
  await expect(page.getByText('Your session has ended')).toBeVisible()

  await logInAsStaff(page, 'support')
  const theirs = await openReply(page)
  await expect(theirs.getByLabel('Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(logIn(page)).toBeVisible()

  await logInAsStaff(page, 'owner')
  await openReply(page)
  await expect(form.getByText(/What you typed on .* has been restored/)).toBeVisible()
  await expect(form.getByLabel('Text')).toHaveValue('Dear {name}, look under Purchases')
  expect(await typed(page)).toBe(1)
  await form.getByRole('button', { name: 'Discard it' }).click()
  await expect(form.getByLabel('Text')).toHaveValue('')
  expect(await typed(page)).toBe(0)
  await form.getByLabel('Title').fill('Once more')
  expect(await typed(page)).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(logIn(page)).toBeVisible()
  expect(await typed(page)).toBe(0)
})

test('a session that was ended elsewhere leaves nothing on the screen, nor does a log-out in another tab', async ({
  page,
  context,
  allow,
}) => {
  allow(/^401 GET /)
  await page.clock.install()
  await logInAsStaff(page, 'mentor')
  await page.goto('/staff/learners')
  await page.goto('/staff/account')
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByText('This one')).toBeVisible()
  await endSessionElsewhere(page)
  await page.clock.fastForward('01:01')
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await page.goBack()
  await expect(logIn(page)).toBeVisible()
  await expect(sessions).toBeHidden()

  await logInAsStaff(page, 'mentor')
  await page.goto('/staff/account')
  await expect(sessions.getByText('This one')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/staff')
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(logIn(other)).toBeVisible()
  await expect(logIn(page)).toBeVisible()
  await expect(sessions).toBeHidden()
})

test('a session that ends without a network leaves nothing on the screen', async ({ page, context, allow }) => {
  // As the worker answers in place of the network.
  allow(/^503 GET \/staff\/login/)
  await page.clock.install()
  await logInAsStaff(page, 'mentor')
  await page.goto('/staff/account')
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByText('This one')).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward('28:30')
  await warning(page).getByRole('button', { name: 'Stay logged in' }).click()
  await expect(warning(page).getByText('You are offline')).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(sessions).toBeHidden()
  await expect(warning(page)).toBeHidden()
  // The page that says so asks again by itself.
  await context.setOffline(false)
  await expect(logIn(page)).toBeVisible()
})
