import { expect, expectAccessible, newPhone, outboxCode, test } from '../support/journeys/browser.ts'
import {
  askForCode,
  codeField,
  lockByStrangers,
  longCodeField,
  openLogin,
  phoneField,
  typedCode,
  verifyButton,
  knownLearner,
  sendButton,
} from '../support/journeys/login-page.ts'

/** Any code but the one that was sent. */
async function wrongCode(phone: string): Promise<string> {
  return String((Number(await outboxCode(phone)) + 1) % 10_000).padStart(4, '0')
}

test.describe('the code step', () => {
  test('leads back to the number, takes four digits, typed or pasted, refuses wrong ones and lets a known learner in', async ({
    page,
    context,
    allow,
  }) => {
    allow(/^422 POST .*\/user\/otp\/verify$/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const phone = await knownLearner(page)
    const another = newPhone()
    await openLogin(page)
    await askForCode(page, another)
    const line = page.getByText('This is a demo: the code is at /dev/outbox')
    await expect(line.getByRole('link', { name: '/dev/outbox', exact: true })).toHaveAttribute('href', '/dev/outbox')
    await page.getByRole('button', { name: 'Change number' }).click()
    await expect(phoneField(page)).toHaveValue(another)
    await expect(phoneField(page)).toBeFocused()
    await page.keyboard.type(phone)
    await sendButton(page).click()
    await expect(page.getByText('We sent it by SMS to')).toContainText(`+91 ${phone}`)

    await expect(codeField(page)).toBeFocused()
    await expect(verifyButton(page)).toBeDisabled()
    await expectAccessible(page)
    await expect(page.getByRole('group', { name: '4-digit code' })).toHaveAccessibleDescription(/^We sent it by SMS to/)
    await page.keyboard.type('1a2 3')
    await expect.poll(() => typedCode(page)).toBe('123')
    await expect(verifyButton(page)).toBeDisabled()
    await page.keyboard.type('45')
    await expect.poll(() => typedCode(page)).toBe('1235')
    await expect(verifyButton(page)).toBeEnabled()
    // From a box that is empty 'Backspace' goes back.
    await page.keyboard.press('Backspace')
    await expect(verifyButton(page)).toBeDisabled()
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('textbox', { name: 'Digit 3 of 4' })).toBeFocused()
    // The digit that stands there already goes on as any other.
    await page.keyboard.type('34')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('0')
    await expect.poll(() => typedCode(page)).toBe('1204')

    const wrong = await wrongCode(phone)
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      ` Code: ${wrong.slice(0, 2)}-${wrong.slice(2)}\n`,
    )
    await codeField(page).press('ControlOrMeta+v')
    await expect.poll(() => typedCode(page)).toBe(wrong)
    await verifyButton(page).click()
    await expect(page.getByText('OTP verification failed.')).toBeVisible()
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(codeField(page)).toBeFocused()
    await expect.poll(() => typedCode(page)).toBe('')
    await expect(page.getByRole('alert').filter({ hasText: /^This code is wrong or has expired\./ })).toBeVisible()
    await expect(codeField(page)).toHaveAccessibleDescription(/^This code is wrong/)
    await expectAccessible(page)
    await page.keyboard.type(await outboxCode(phone))
    await expect(codeField(page)).toHaveAccessibleDescription('')
    await expect(verifyButton(page)).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('offers another code after a minute, and counts anew', async ({ page }) => {
    const start = new Date('2026-03-01T06:00:00Z').getTime()
    await page.clock.install({ time: start })
    const phone = newPhone()
    await openLogin(page)
    await page.clock.pauseAt(start + 3_600_000)
    await askForCode(page, phone)
    const timer = page.getByRole('timer')
    const again = page.getByRole('button', { name: 'Resend OTP' })
    await expect(timer).toHaveText('01:00')
    await page.clock.runFor(20_000)
    // A reload stays at this step, and counts from when the code was sent.
    await page.reload()
    await expect(page.getByText('We sent it by SMS to')).toContainText(`+91 ${phone}`)
    await expect(codeField(page)).toBeFocused()
    await expect(timer).toHaveText('00:40')
    await page.clock.runFor(39_000)
    await expect(timer).toHaveText('00:01')
    await expect(again).toBeHidden()
    await page.clock.runFor(1000)
    await expect(timer).toBeHidden()
    await codeField(page).pressSequentially('1')
    await again.click()
    await expect(page.getByText('OTP sent successfully.')).toBeVisible()
    await expect(again).toBeHidden()
    await expect.poll(() => typedCode(page)).toBe('')
    await expect(codeField(page)).toBeFocused()
    await page.clock.runFor(60_000)
    await expect(again).toBeVisible()
    await page.clock.resume()
    await expectAccessible(page)
    await codeField(page).fill(await outboxCode(phone))
    await verifyButton(page).click()
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  })
})

test('a phone that strangers have locked gets a code of eight digits, asked for and typed in with the keyboard alone', async ({
  page,
  allow,
}) => {
  allow(/^429 POST .*\/user\/registerorlogin$/)
  const phone = await knownLearner(page)
  await lockByStrangers(phone)
  await openLogin(page)
  await phoneField(page).fill(phone)
  await phoneField(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Too many codes were requested.' })).toBeVisible()
  const offer = page.getByRole('button', { name: 'Send an 8-digit code' })
  await expect(offer).toHaveAccessibleDescription(/^Someone else may have requested or guessed codes for your number\./)
  await expectAccessible(page)
  await sendButton(page).focus()
  await page.keyboard.press('Tab')
  await expect(offer).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await expect(longCodeField(page)).toBeFocused()
  await expect(page.getByRole('group', { name: '8-digit code' })).toHaveAccessibleDescription(
    /It has 8 digits, works until .* tomorrow/,
  )
  await expect(longCodeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  const code = await outboxCode(phone, '91', 8)
  await page.keyboard.type(code.slice(0, 7))
  await expect(verifyButton(page)).toBeDisabled()
  await page.keyboard.type(code.slice(7))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})
