import { expect, logInElsewhere, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

test('support sees the price of a desk sale, confirms what is unusual, and opens the receipt', async ({
  page,
  allow,
}) => {
  allow(/^409 POST .*\/sale$/)
  const learner = await logInElsewhere()
  await logInAsStaff(page, 'support')
  await page.goto(`/staff/learners/${learner.id}`)
  const enter = async (reference: string, amount: string) => {
    await page.getByRole('button', { name: 'Enter a sale' }).click()
    const form = page.getByRole('dialog', { name: 'Enter a sale' })
    await form.getByLabel('Course').selectOption({ index: 1 })
    await expect(form.getByRole('status')).toContainText(/Price: ₹[\d,.]+ with GST/)
    await form.getByLabel('Paid by').selectOption('Cash')
    await form.getByLabel('Reference').fill(reference)
    await form.getByLabel('Amount with GST').fill(amount)
    await form.getByLabel('Reason').fill('Paid at the desk')
    await form.getByRole('button', { name: 'Enter' }).click()
    return form
  }
  const question = page.getByRole('dialog', { name: 'Please check this sale' })
  const reference = `Slip-${learner.id}`

  const form = await enter(reference, '5')
  await expect(question.getByRole('listitem')).toHaveText([/^The price of .* is ₹.*, and the amount is ₹5\.00\.$/])
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(form.getByLabel('Amount with GST')).toHaveValue('5')
  await form.getByRole('button', { name: 'Enter' }).click()
  await question.getByRole('button', { name: 'Enter anyway' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText(/^Entered: receipt .*, ₹5\.00/)).toBeVisible()

  await enter(`slip ${learner.id}`, '5')
  await expect(question.getByRole('listitem')).toHaveText([
    /^The price of /,
    /^This learner has already paid for .* The sale extends it\.$/,
    /^Reference slip \d+ looks like Slip-\d+, which was entered for this learner /,
  ])
  await question.getByRole('button', { name: 'Enter anyway' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Open receipt' }).first().click()
  await expect(page.getByRole('article')).toContainText(`Referenceslip ${learner.id}`)
})
