import {
  intercepting,
  expect,
  expectAccessible,
  newPhone,
  outboxCode,
  onPhones,
  test,
} from '../support/journeys/browser.ts'
import {
  codeField,
  lockByStrangers,
  logInByHand,
  openLogin,
  phoneField,
  ready,
  typedCode,
  verifyButton,
  sendButton,
} from '../support/journeys/login-page.ts'

test.describe('the way in', () => {
  test(
    'takes a newcomer from the number, of a country found with the keyboard, by WhatsApp and profile to the dashboard',
    onPhones,
    async ({ page, isMobile }) => {
      await openLogin(page, '/auth')
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Padavu' })).toBeVisible()
      await expect(page.getByText('You will get a 4-digit code by SMS.')).toBeVisible()
      // What is wrong with a number is said until it is edited.
      await sendButton(page).click()
      const invalid = page.getByText('Please enter a valid phone number')
      await expect(invalid).toBeVisible()
      await expect(phoneField(page)).toBeFocused()
      await expect(phoneField(page)).toHaveAttribute('aria-invalid', 'true')
      if (isMobile) await expectAccessible(page)
      await phoneField(page).pressSequentially('98470a 1')
      await expect(phoneField(page)).toHaveValue('984701')
      await expect(invalid).toBeHidden()
      await phoneField(page).press('Enter')
      await expect(page.getByText('Please enter a 10-digit phone number')).toBeVisible()

      const button = page.getByRole('button', { name: /^Country:/ })
      await expect(button).toHaveAccessibleName('Country: India, +91')
      await button.focus()
      await button.press('Enter')
      const picker = page.getByRole('dialog', { name: 'Choose a country' })
      const options = picker.getByRole('option')
      const search = picker.getByRole('combobox', { name: 'Search for a country' })
      await expect(search).toBeFocused()
      await expect(options.first()).toContainText('India')
      await expectAccessible(page)
      await search.fill('united')
      await expect(picker.getByRole('option', { name: /^India/ })).toHaveCount(0)
      await search.press('ArrowDown')
      await expect(search).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
      await search.press('Enter')
      await expect(button).toHaveAccessibleName('Country: United States, +1')
      await button.press('Enter')
      await search.fill('+968')
      await expect(options).toHaveText([/Oman/])
      await search.fill('nowhere')
      await expect(options).toHaveCount(0)
      await search.press('Enter')
      await page.keyboard.press('Escape')
      await expect(picker).toBeHidden()
      await expect(button).toHaveAccessibleName('Country: United States, +1')
      await expect(button).toBeFocused()

      await button.click()
      await picker.getByRole('option', { name: /^United Arab Emirates/ }).click()
      await expect(picker).toBeHidden()
      const field = page.getByRole('textbox', { name: 'WhatsApp' })
      await expect(field).toBeFocused()
      await expect(phoneField(page)).toBeHidden()
      await expect(page.getByText('You will get a 4-digit code on WhatsApp.')).toBeVisible()
      await field.fill('12')
      await field.press('Enter')
      await expect(invalid).toBeVisible()
      const phone = `50${newPhone().slice(3)}`
      await field.fill(phone)
      await field.press('Enter')
      await expect(page.getByText('We sent it on WhatsApp to')).toContainText(`+971 ${phone}`)
      await codeField(page).fill(await outboxCode(phone, '971'))
      await verifyButton(page).click()

      await expect(page.getByRole('heading', { level: 1, name: 'Complete your profile' })).toBeVisible()
      const name = page.getByRole('textbox', { name: 'Name' })
      const email = page.getByRole('textbox', { name: 'Email' })
      const go = page.getByRole('button', { name: 'Continue' })
      await expect(name).toBeFocused()
      await go.click()
      await expect(name).toHaveAccessibleDescription('Name is required')
      await expect(email).toHaveAccessibleDescription('Email is required')
      await expect(name).toBeFocused()
      if (isMobile) await expectAccessible(page)
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

  test('leads back from the profile to the number, and ends what the code had begun; strangers lock it on this device no more', async ({
    page,
  }) => {
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

    await lockByStrangers(phone)
    await logInByHand(page, phone)
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
  })

  test(
    'keeps the number, the code and the profile that cannot be sent, and then leads where the newcomer wanted to go',
    intercepting,
    async ({ page }) => {
      const phone = newPhone()
      let release!: () => void
      const arrived = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/_astro/*.js', async (route) => {
        await arrived
        await route.continue()
      })
      for (const call of ['registerorlogin', 'otp/verifynewuser', 'registernewuser'])
        await page.route(`**/user/${call}`, (route) => route.abort(), { times: 1 })
      const unreachable = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
      await page.goto('/my-purchases?x=1', { waitUntil: 'commit' })
      await expect(page).toHaveURL('/login')
      // Typed and sent before the form can act.
      await phoneField(page).fill(phone)
      await sendButton(page).click()
      release()
      await expect(page.getByText('Login failed. Please try again.')).toBeVisible()
      await expect(unreachable).toBeVisible()
      await expect(phoneField(page)).toHaveValue(phone)
      await expectAccessible(page)
      await sendButton(page).click()

      await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
      const code = await outboxCode(phone)
      await codeField(page).fill(code)
      await verifyButton(page).click()
      await expect(page.getByText('OTP verification failed.')).toBeVisible()
      await expect(unreachable).toBeVisible()
      await expect.poll(() => typedCode(page)).toBe(code)
      await verifyButton(page).click()

      const name = page.getByRole('textbox', { name: 'Name' })
      const email = page.getByRole('textbox', { name: 'Email' })
      await name.fill('Meera Pillai')
      await email.fill('meera@example.org')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Error while updating profile')).toBeVisible()
      await expect(unreachable).toBeVisible()
      await expect(name).toHaveValue('Meera Pillai')
      // Another tab forgets whoever has no profile yet, and a reload begins the page anew.
      const other = await page.context().newPage()
      await other.goto('/my-courses')
      await expect(other).toHaveURL('/login')
      await expect.poll(() => other.evaluate(() => localStorage.length)).toBe(0)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible()
      await expect(name).toHaveValue('Meera Pillai')
      await expect(email).toHaveValue('meera@example.org')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL('/my-purchases?x=1')
      // The other tab has nothing to log in for any more, and goes where it was meant to.
      await expect(other).toHaveURL('/my-courses')
    },
  )
})
