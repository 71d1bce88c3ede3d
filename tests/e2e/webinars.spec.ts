import { intercepting, expect, expectAccessible, logIn, serverUrl, test } from '../support/journeys/browser.ts'
import { logInByHand } from '../support/journeys/login-page.ts'

test(
  'a visitor logs in from a webinar, comes back, registers, and may take the place back; who is in joins one that runs',
  intercepting,
  async ({ page }) => {
    const { phone } = await logIn(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/webinars')
    await page.getByRole('link', { name: 'The last thirty days before Prelims' }).click()
    const panel = page.getByRole('region', { name: 'Registration' })
    await expect(panel).toContainText('7:00 PM – 7:45 PM IST')
    await panel.getByRole('link', { name: 'Register Now' }).click()
    await page.route('**/_astro/registration.browser.*.js', (route) => route.abort(), { times: 1 })
    await logInByHand(page, phone)
    await expect(page).toHaveURL(/^[^?]+\/webinars\/\d+$/)
    await expect(panel.getByText('Your registration could not be looked up.')).toBeVisible()
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.getByRole('button', { name: 'Register Now' })).toBeVisible()

    await page.route('**/user/webinars/*/register', (route) => route.abort(), { times: 1 })
    await panel.getByRole('button', { name: 'Register Now' }).click()
    await expect(panel.getByRole('status')).toHaveText('That did not work. Please try again.')
    await panel.getByRole('button', { name: 'Register Now' }).click()
    await expect(panel.getByText('You are registered', { exact: true })).toBeVisible()
    await expect(panel.getByRole('link', { name: /^Join Now/ })).toBeHidden()
    const leave = panel.getByRole('button', { name: 'Cancel registration' })
    await expect(leave).toBeFocused()
    await expectAccessible(page, '[data-webinar]')
    await leave.click()
    const question = page.getByRole('dialog', { name: 'Cancel your registration?' })
    const stay = question.getByRole('button', { name: 'Stay registered' })
    await expect(stay).toBeFocused()
    await expectAccessible(page, 'dialog[open]')
    await stay.click()
    await expect(question).toBeHidden()
    await expect(leave).toBeFocused()
    await expect(panel.getByText('You are registered', { exact: true })).toBeVisible()
    await leave.click()
    await question.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(panel.getByRole('status')).toHaveText('You are no longer registered.')
    await expect(panel.getByRole('button', { name: 'Register Now' })).toBeFocused()

    await page.getByRole('link', { name: 'Mental ability: six patterns in an hour' }).click()
    await panel.getByRole('button', { name: 'Register Now' }).click()
    await expect(panel.getByRole('link', { name: /^Join Now/ })).toHaveAttribute(
      'href',
      'https://meet.example.org/mental-ability',
    )
    await expect(panel.getByRole('button', { name: 'Cancel registration' })).toBeHidden()
    // The page is the same for everybody, so what it says of one must not be in it.
    expect(await (await fetch(serverUrl() + new URL(page.url()).pathname)).text()).not.toContain('meet.example.org')
    await page.getByRole('link', { name: 'Essay circle: two answers' }).click()
    await expect(panel.getByText('All places are taken.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Register Now' })).toBeHidden()
    await expectAccessible(page, '[data-webinar]')
  },
)
