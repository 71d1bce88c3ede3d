import { intercepting, expect, expectAccessible, newPhone, outboxCode, test } from '../support/browser.ts'
import {
  askForCode,
  codeField,
  lockByStrangers,
  logInByHand,
  longCodeField,
  openLogin,
  phoneField,
  typedCode,
  useUpLongCode,
  verifyButton,
  knownLearner,
  forgetLogin,
  sendButton,
} from '../support/login-page.ts'

/** Any code but the one that was sent. */
async function wrongCode(phone: string): Promise<string> {
  return String((Number(await outboxCode(phone)) + 1) % 10_000).padStart(4, '0')
}

test.describe('the code step', () => {
  test('verifies only four digits', async ({ page }) => {
    await openLogin(page)
    await askForCode(page, newPhone())
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
  })

  test('refuses a wrong code, and takes the right one after it', async ({ page, allow }) => {
    allow(/^422 POST .*\/user\/otp\/verify$/)
    const phone = await knownLearner(page)
    await openLogin(page)
    await askForCode(page, phone)
    await codeField(page).fill(await wrongCode(phone))
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
  })

  test('takes a pasted message with the code in it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const phone = await knownLearner(page)
    await openLogin(page)
    await askForCode(page, phone)
    const code = await outboxCode(phone)
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` Code: ${code.slice(0, 2)}-${code.slice(2)}\n`)
    await codeField(page).press('ControlOrMeta+v')
    await expect.poll(() => typedCode(page)).toBe(code)
    await verifyButton(page).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('goes back to the number, which is still there', async ({ page }) => {
    const phone = newPhone()
    await openLogin(page)
    await askForCode(page, phone)
    await page.getByRole('button', { name: 'Change number' }).click()
    await expect(phoneField(page)).toHaveValue(phone)
    await expect(phoneField(page)).toBeFocused()
    const other = newPhone()
    await page.keyboard.type(other)
    await sendButton(page).click()
    await expect(page.getByText('We sent it by SMS to')).toContainText(`+91 ${other}`)
  })

  test('offers another code after a minute, and counts anew', async ({ page }) => {
    const start = new Date('2026-03-01T06:00:00Z').getTime()
    await page.clock.install({ time: start })
    const phone = await knownLearner(page)
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
    await expect(page).toHaveURL('/dashboard')
  })

  test('keeps the code when the server cannot be reached', intercepting, async ({ page }) => {
    const phone = await knownLearner(page)
    await openLogin(page)
    await askForCode(page, phone)
    await page.route('**/user/otp/verify', (route) => route.abort())
    const code = await outboxCode(phone)
    await codeField(page).fill(code)
    await verifyButton(page).click()
    await expect(page.getByText('OTP verification failed.')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await expect.poll(() => typedCode(page)).toBe(code)
    await page.unroute('**/user/otp/verify')
    await verifyButton(page).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('a phone that strangers have locked', () => {
  test('gets a code of eight digits, asked for and typed in with the keyboard alone', async ({ page, allow }) => {
    allow(/^429 POST .*\/user\/registerorlogin$/)
    const phone = await knownLearner(page)
    await lockByStrangers(phone)
    await openLogin(page)
    await phoneField(page).fill(phone)
    await phoneField(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Too many codes were requested.' })).toBeVisible()
    const offer = page.getByRole('button', { name: 'Send an 8-digit code' })
    await expect(offer).toHaveAccessibleDescription(
      /^Someone else may have requested or guessed codes for your number\./,
    )
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

  test('is let in by the code of eight digits that strangers have had sent, as often as it may be', async ({
    page,
    allow,
  }) => {
    allow(/^429 POST .*\/user\/registerorlogin$/)
    const phone = await knownLearner(page)
    await page.context().clearCookies()
    await lockByStrangers(phone)
    await useUpLongCode(phone)
    await openLogin(page)
    await phoneField(page).fill(phone)
    await phoneField(page).press('Enter')
    await page.getByRole('button', { name: 'Send an 8-digit code' }).click()
    await expect(page.getByText('We sent it before by SMS to')).toBeVisible()
    await longCodeField(page).fill(await outboxCode(phone, '91', 8))
    await verifyButton(page).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('is let in with four digits on a device that has logged in before', async ({ page }) => {
    const phone = newPhone()
    await openLogin(page)
    await logInByHand(page, phone)
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
    await forgetLogin(page)
    await lockByStrangers(phone)
    await openLogin(page)
    await logInByHand(page, phone)
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  })
})

test('where codes stand at the outbox, the code step says so', async ({ page }) => {
  await openLogin(page)
  await askForCode(page, newPhone())
  const line = page.getByText('This is a demo: the code is at /dev/outbox')
  await expect(line).toBeVisible()
  await expect(line.getByRole('link', { name: '/dev/outbox', exact: true })).toHaveAttribute('href', '/dev/outbox')
})
