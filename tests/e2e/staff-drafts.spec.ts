import type { Page } from '@playwright/test'
import { expect, intercepting, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

const drafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('padavu-staff-draft:'))
      .map(([, text]) => String(text)),
  )

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Phone')).toBeVisible()
}

/** A saved reply that is being written. */
async function openReply(page: Page) {
  await page.goto('/staff/saved-replies')
  await page.getByRole('button', { name: 'Save a reply' }).click()
  return page.getByRole('dialog', { name: 'Save a reply' })
}

test(
  'a form whose reply was lost creates nothing twice after another log-in',
  intercepting,
  async ({ page, context }) => {
    await page.clock.install()
    await logInAsStaff(page, 'owner')
    const sent: string[] = []
    let isLost = true
    await context.route('**/api/**/staff/saved-replies**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(route.request().headers()['idempotency-key'] ?? '')
      const response = await route.fetch()
      return isLost ? route.abort() : route.fulfill({ response })
    })
    let form = await openReply(page)
    await form.getByLabel('Title').fill('Lost on the way')
    await form.getByLabel('Text').fill('Dear {name}, look under Purchases')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('The server cannot be reached')).toBeVisible()
    await page.clock.fastForward('31:00')
    await expect(page.getByText('Your session has ended')).toBeVisible()

    isLost = false
    await logInAsStaff(page, 'owner')
    form = await openReply(page)
    await expect(form.getByText('It was sent, but no reply was received')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    expect([sent.length, new Set(sent).size]).toEqual([2, 1])
    await expect(page.getByText('Lost on the way')).toHaveCount(1)
    expect(await drafts(page)).toEqual([])
  },
)

test('a tab with changes keeps its text when another tab deletes the shared draft, until a log-out', async ({
  page,
  context,
}) => {
  await logInAsStaff(page, 'support')
  const form = await openReply(page)
  await form.getByLabel('Text').fill('An hour of work')
  const other = await context.newPage()
  const copy = await openReply(other)
  await expect(copy.getByLabel('Text')).toHaveValue('An hour of work')
  await copy.getByLabel('Text').fill('A word')
  await copy.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => drafts(page)).toEqual([expect.stringContaining('An hour of work')])
  await logOut(other)
  await expect(page.getByLabel('Phone')).toBeVisible()
  expect(await drafts(page)).toEqual([])
})

test('a bulk grant leaves no draft, and says when its list is too long to be kept', intercepting, async ({ page }) => {
  await page.route('**/api/**/staff/access/bulk', (route) => {
    const { dry_run } = route.request().postDataJSON() as { dry_run: boolean }
    const counts = { phones: 1, added: 0, granted: 1, extended: 0, skipped: 0, bad: [], list: null, learners: [] }
    return route.fulfill({ json: { status: true, success: true, message: 'Granted', dry_run, ...counts } })
  })
  await logInAsStaff(page, 'owner')
  await page.goto('/staff/learners/bulk')
  await page.getByRole('combobox', { name: 'Course', exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Reason').fill('School scheme')
  const phones = page.getByLabel('Phone numbers', { exact: true })
  const buffer = Buffer.from('9847012345\n'.repeat(15_000))
  await page.getByLabel('File with the list').setInputFiles({ name: 'phones.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('too long to be kept')).toBeVisible()
  await phones.fill('9847012345')
  await expect(page.getByText('too long to be kept')).toBeHidden()
  expect(await drafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Enrol 1 learner' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(await drafts(page)).toEqual([])
  await page.reload()
  await expect(phones).toHaveValue('')
  await expect(page.getByText('has been restored')).toBeHidden()
})
