import { intercepting, expect, expectAccessible, newPhone, outboxCode, onPhones, test } from '../support/browser.ts'
import {
  askForCode,
  codeField,
  logInByHand,
  openLogin,
  phoneField,
  ready,
  verifyButton,
  knownLearner,
  forgetLogin,
  sendButton,
} from '../support/login-page.ts'

test.describe('the way in', () => {
  test('takes a known learner by phone and code to the dashboard', onPhones, async ({ page }) => {
    const phone = await knownLearner(page)
    await openLogin(page)
    await logInByHand(page, phone)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test(
    'asks a new number for a profile, says what is wrong with it, and lets the learner in',
    onPhones,
    async ({ page }) => {
      const phone = newPhone()
      await openLogin(page, '/auth')
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Padavu' })).toBeVisible()
      await logInByHand(page, phone)
      await expect(page.getByRole('heading', { level: 1, name: 'Complete your profile' })).toBeVisible()
      const name = page.getByRole('textbox', { name: 'Name' })
      const email = page.getByRole('textbox', { name: 'Email' })
      const go = page.getByRole('button', { name: 'Continue' })
      await expect(name).toBeFocused()
      await go.click()
      await expect(name).toHaveAccessibleDescription('Name is required')
      await expect(email).toHaveAccessibleDescription('Email is required')
      await expect(name).toBeFocused()
      await expectAccessible(page)

      await name.fill('Meera Pillai')
      await expect(page.getByText('Name is required')).toBeHidden()
      await expect(page.getByText('Email is required')).toBeVisible()
      await email.fill('meera@example')
      await expect(page.getByText('Email is required')).toBeHidden()
      await email.press('Enter')
      await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
      await expect(email).toBeFocused()

      await email.fill(`meera${phone}@example.org`)
      await go.click()
      await expect(page).toHaveURL('/dashboard')
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user')!) as Record<string, unknown>)
      expect(stored).toMatchObject({ name: 'Meera Pillai', phone, registration_completed: 'Y' })
      expect(stored.token).toEqual(expect.any(String))
    },
  )

  test('asks a known number without a profile for it', async ({ page }) => {
    const phone = newPhone()
    for (let time = 0; time < 2; time++) {
      await openLogin(page)
      await logInByHand(page, phone)
      await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
      await forgetLogin(page)
    }
  })

  test('goes back from the profile to the number, and ends what the code had begun', async ({ page }) => {
    const phone = newPhone()
    await openLogin(page)
    await logInByHand(page, phone)
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
    await expect(page.getByText(`+91 ${phone}`)).toBeVisible()
    const token = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { token: string }).token)
    const ended = page.waitForResponse('**/user/logout')
    await page.getByRole('button', { name: 'Change number' }).click()
    await expect(phoneField(page)).toHaveValue(phone)
    await expect(phoneField(page)).toBeFocused()
    const response = await ended
    expect([response.status(), await response.request().headerValue('authorization')]).toEqual([200, `Bearer ${token}`])
    expect(await page.evaluate(() => [localStorage.getItem('user'), sessionStorage.getItem('loginUnderWay')])).toEqual([
      null,
      null,
    ])
    await page.reload()
    await ready(page)
  })

  test('shows the form to whoever comes back to it out of the back-forward cache', async ({ page }) => {
    await openLogin(page)
    await askForCode(page, newPhone())
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(codeField(page)).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-login-resumes')
  })

  test('keeps the profile that cannot be sent', intercepting, async ({ page }) => {
    await openLogin(page)
    await logInByHand(page, newPhone())
    await page.getByRole('textbox', { name: 'Name' }).fill('Meera Pillai')
    await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.org')
    await page.route('**/user/registernewuser', (route) => route.abort())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Error while updating profile')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Meera Pillai')
    await page.unroute('**/user/registernewuser')
    // Another tab forgets whoever has no profile yet, and a reload begins the page anew.
    const other = await page.context().newPage()
    await other.goto('/my-courses')
    await expect(other).toHaveURL('/login')
    await expect.poll(() => other.evaluate(() => localStorage.length)).toBe(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Meera Pillai')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('meera@example.org')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/dashboard')
    // The other tab has nothing to log in for any more, and goes where it was meant to.
    await expect(other).toHaveURL('/my-courses')
  })
})

test.describe('the phone step', () => {
  test('sends a number that was typed and sent before the form could act', intercepting, async ({ page }) => {
    const phone = await knownLearner(page)
    let release!: () => void
    const arrived = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/_astro/*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await phoneField(page).fill(phone)
    await sendButton(page).click()
    release()
    await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    await codeField(page).fill(await outboxCode(phone))
    await verifyButton(page).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('says what is wrong with a number, until it is edited', async ({ page }) => {
    await openLogin(page)
    await sendButton(page).click()
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
    await expect(phoneField(page)).toBeFocused()
    await expect(phoneField(page)).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await phoneField(page).pressSequentially('98470a 1')
    await expect(phoneField(page)).toHaveValue('984701')
    await expect(page.getByText('Please enter a valid phone number')).toBeHidden()
    await phoneField(page).press('Enter')
    await expect(page.getByText('Please enter a 10-digit phone number')).toBeVisible()
    await phoneField(page).fill('1234567890123456')
    await expect(phoneField(page)).toHaveValue('123456789012345')
  })

  test('asks for WhatsApp outside India, and sends the code there', async ({ page }) => {
    await openLogin(page)
    await expect(page.getByText('You will get a 4-digit code by SMS.')).toBeVisible()
    await page.getByRole('button', { name: 'Country: India, +91' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a country' })
    const options = picker.getByRole('option')
    await expect(options.first()).toContainText('India')
    await expect(options.nth(1)).toContainText('United Arab Emirates')
    await expect(options.nth(4)).toContainText('United States')
    await expectAccessible(page)
    await picker.getByRole('option', { name: /^United Arab Emirates/ }).click()
    await expect(picker).toBeHidden()
    const field = page.getByRole('textbox', { name: 'WhatsApp' })
    await expect(field).toBeFocused()
    await expect(phoneField(page)).toBeHidden()
    await expect(page.getByText('You will get a 4-digit code on WhatsApp.')).toBeVisible()
    await field.fill('12')
    await field.press('Enter')
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible()

    const phone = `50${newPhone().slice(3)}`
    await field.fill(phone)
    await field.press('Enter')
    await expect(page.getByText('We sent it on WhatsApp to')).toContainText(`+971 ${phone}`)
    await codeField(page).fill(await outboxCode(phone, '971'))
    await verifyButton(page).click()
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  })

  test('finds a country by name or calling code, with the keyboard alone', onPhones, async ({ page }) => {
    await openLogin(page)
    const button = page.getByRole('button', { name: /^Country:/ })
    await button.focus()
    await button.press('Enter')
    const picker = page.getByRole('dialog', { name: 'Choose a country' })
    const search = picker.getByRole('combobox', { name: 'Search for a country' })
    await expect(search).toBeFocused()
    await search.fill('united')
    await expect(picker.getByRole('option', { name: /^India/ })).toHaveCount(0)
    const second = picker.getByRole('option').nth(1)
    await search.press('ArrowDown')
    await expect(search).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id'))!)
    await search.press('Enter')
    await expect(button).toHaveAccessibleName('Country: United States, +1')

    await button.press('Enter')
    await search.fill('+968')
    await expect(picker.getByRole('option')).toHaveText([/Oman/])
    await search.fill('nowhere')
    await expect(picker.getByRole('option')).toHaveCount(0)
    await search.press('Enter')
    await page.keyboard.press('Escape')
    await expect(picker).toBeHidden()
    await expect(button).toHaveAccessibleName('Country: United States, +1')
    await expect(button).toBeFocused()
  })

  test('keeps the number when the server cannot be reached', intercepting, async ({ page }) => {
    await openLogin(page)
    await page.route('**/user/registerorlogin', (route) => route.abort())
    const phone = newPhone()
    await phoneField(page).fill(phone)
    await sendButton(page).click()
    await expect(page.getByText('Login failed. Please try again.')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
    await expect(phoneField(page)).toHaveValue(phone)
    await expectAccessible(page)
    await page.unroute('**/user/registerorlogin')
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  })
})
