import type { Page } from '@playwright/test'
import { expect, fromAnAddress, logIn, outboxCode, serverUrl } from './browser.ts'

export const phoneField = (page: Page) => page.getByRole('textbox', { name: 'Phone', exact: true })
/** The first box of a code; a whole code that is filled in there goes into all of them. */
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Digit 1 of 4' })
/** Of a code for a phone that others have locked. */
export const longCodeField = (page: Page) => page.getByRole('textbox', { name: 'Digit 1 of 8' })
/** What stands in the boxes of a code. */
export const typedCode = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Digit \d of \d$/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''))
export const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verify' })

/** Until its script runs a page shows the form and does nothing when it is sent. */
export async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send OTP' })).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

export async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(path)
  await ready(page)
}

/** From the phone step to the code step. */
export async function askForCode(page: Page, phone: string): Promise<void> {
  await ready(page)
  await phoneField(page).fill(phone)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
}

/** Five requests from two addresses: what a phone may be sent in a quarter of an hour. */
export async function lockByStrangers(phone: string): Promise<void> {
  const addresses = [fromAnAddress(), fromAnAddress()]
  for (let count = 0; count < 5; count += 1) {
    const { status } = await fetch(`${serverUrl()}/api/v1/user/registerorlogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...addresses[count % 2] },
      body: JSON.stringify({ mobile: phone, country_code: '91' }),
    })
    expect(status).toBe(200)
  }
}

/** Both steps of whoever has a profile, on the log-in page that is open. */
export async function logInByHand(page: Page, phone: string): Promise<void> {
  await askForCode(page, phone)
  await codeField(page).fill(await outboxCode(phone))
  await verifyButton(page).click()
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send OTP' })

/** A learner with a profile who is not logged in on this browser. */
export async function knownLearner(page: Page): Promise<string> {
  const { phone } = await logIn(page)
  await page.evaluate(() => localStorage.clear())
  return phone
}
