import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, logInElsewhere, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })

/** A file that the page hands to the browser. */
async function fileOf(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path(), 'utf8')
}

test('an accountant finds a payment, gives part of it back, and takes the GST of the month along', async ({
  page,
  allow,
}) => {
  allow(/^409 POST .*\/refund$/)
  const learner = await logInElsewhere()
  const { csrf } = await logInAsStaff(page, 'accountant')
  await page.goto('/staff')
  const reference = `Slip ${learner.id}`
  const sold = await page.evaluate(
    async ([path, token, body]) => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token! }
      return (await fetch(path!, { method: 'POST', headers, body: body! })).json() as Promise<{ receipt: string }>
    },
    [
      `/api/v1/staff/learners/${learner.id}/sale`,
      csrf,
      JSON.stringify({
        ...{ course_id: 1, method: 'cash', reference, amount_paise: 118_000, state: '29' },
        confirmed: ['amount_paise', 'course_id'],
        reason: 'Paid at the desk',
      }),
    ] as const,
  )

  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByLabel('Taken by').selectOption('At the desk')
  await expect(page).toHaveURL(/provider=desk/)
  const payment = row(page, reference)
  await expect(payment).toContainText('₹1,180.00')
  await expect(payment).toContainText('Paid')

  const otherTab = await page.context().newPage()
  await otherTab.goto('/staff/money?provider=desk')
  await row(otherTab, reference)
    .getByRole('button', { name: /^Refund/ })
    .click()
  const otherForm = otherTab.getByRole('dialog')
  await expect(otherForm).toContainText('₹1,180.00 of ₹1,180.00 can be refunded')

  await payment.getByRole('button', { name: /^Refund/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Amount').fill('1180.01')
  await form.getByLabel('Reason').fill('Left after a week')
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Only ₹1,180.00 are left')
  await form.getByLabel('Amount').fill('590')
  await form.getByRole('button', { name: 'Refund', exact: true }).dblclick()
  await expect(form).toBeHidden()
  await expect(payment).toContainText('Partly refunded')
  await expect(payment).toContainText('₹590.00 refunded')

  await otherForm.getByLabel('Amount').fill('590')
  await otherForm.getByLabel('Reason').fill('Left after a week')
  await otherForm.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(otherForm.getByRole('alert')).toContainText('₹590.00 of this payment can be refunded now, not ₹1,180.00')
  await expect(otherForm).toContainText('₹590.00 of ₹1,180.00 can be refunded')
  await expect(otherForm.getByLabel('Reason')).toHaveValue('Left after a week')
  await otherTab.close({ runBeforeUnload: false })

  await page.getByRole('tab', { name: 'Refunds' }).click()
  const refund = row(page, sold.receipt)
  await expect(refund).toHaveCount(1)
  await expect(refund).toContainText('₹590.00')
  await expect(refund).toContainText('Refunded')
  await refund.getByRole('link', { name: sold.receipt }).click()
  await expect(page.getByRole('article')).toContainText('₹590.00 refunded on')
  await page.goBack()

  await page.getByRole('tab', { name: 'Credit notes' }).click()
  await page.getByLabel('Find a credit note').fill(sold.receipt)
  const note = row(page, sold.receipt)
  await expect(note).toHaveCount(1)
  const notes = await fileOf(page, () => page.getByRole('button', { name: 'Download register (CSV)' }).click())
  expect(notes).toMatch(/^\ufeffCredit note,Date,Invoice,Invoice date,Buyer,/)
  await note.getByRole('link', { name: /^CN\// }).click()
  const document = page.getByRole('article', { name: 'Credit note' })
  await expect(document).toContainText(`Against invoice${sold.receipt}`)
  await expect(document).toContainText('IGST (18%)₹90.00')
  await page.goBack()

  await page.getByRole('tab', { name: 'GST' }).click()
  await expect(page.getByRole('table', { name: 'Credit notes' }).getByRole('row', { name: /Karnataka/ })).toBeVisible()
  const csv = await fileOf(page, () => page.getByRole('button', { name: 'Download summary (CSV)' }).click())
  expect(csv).toMatch(/^Receipts,Karnataka,29,18,\d+,/m)
  expect(csv).toMatch(/^Credit notes,Karnataka,29,18,\d+,/m)
})
