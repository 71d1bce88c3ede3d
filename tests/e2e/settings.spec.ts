import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { openSettings, section } from '../support/settings-page.ts'

test(
  'my details keep to their rules, are stored and seen in the shell at once, and survive a failed save',
  intercepting,
  async ({ page, allow }) => {
    allow(/^console: .*ERR_/, /^422 POST .*profile\/edit/)
    await logIn(page)
    await page.route('**/user/profilewithsales', (route) => route.abort(), { times: 1 })
    await page.goto('/settings')
    await expect(page.getByText('Error while loading user profile')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await expect(field('Name')).toHaveValue('Asha Menon')
    await expect(page.getByText(/^Join \d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await expect(page.getByText(/^Last Logged on \d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    // As wide as the content of other pages.
    const widths = await page
      .getByRole('region', { name: 'Profile' })
      .evaluate((head) => [head.clientWidth, document.querySelector('main h1')!.clientWidth])
    expect(widths[1]! - widths[0]!).toBeLessThanOrEqual(2)
    await expect(field('Email')).toHaveAttribute('readonly')
    await expect(field('Phone')).toHaveAttribute('readonly')

    await field('Name').fill(' ')
    await page.getByLabel('Birthday').fill('2126-01-01')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Date of birth cannot be a future date')).toBeVisible()
    await expect(field('Name')).toBeFocused()
    await field('Name').fill('Asha Kurian')
    await expect(page.getByText('Name is required')).toBeHidden()
    await page.getByLabel('Birthday').fill('2001-02-03')
    await field('City').fill('Thrissur')

    await page.route('**/user/profile/edit', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Error while updating profile.')).toBeVisible()
    await page.route('**/user/profile/edit', (route) => route.fulfill({ status: 422, json: { message: 'no' } }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Failed to update profile.')).toBeVisible()
    await expect(field('City')).toHaveValue('Thrissur')

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Profile updated successfully.')).toBeVisible()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(section(page, 'Account').getByText('Asha Kurian')).toBeVisible()
    await page.reload()
    await expect(field('City')).toHaveValue('Thrissur')
    await expect(page.getByLabel('Birthday')).toHaveValue('2001-02-03')
    await expect(section(page, 'Profile').getByText('Thrissur')).toBeVisible()
  },
)

test('theme and the language of dates are chosen by keyboard, and kept', async ({ page }) => {
  await openSettings(page)
  await expect(page.getByText(/^Such as .*day, \d+ [A-Z]/)).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).and(page.locator('main *')).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'padavu-dark')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^Such as [\u0D00-\u0D7F\u200C]+, \d+ /)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/mock-test')
  await expect(page.getByText(/(Opens|Closes|Ended) \d+ [\u0D00-\u0D7F]+\.? \d{4}, \d/).first()).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: 'മലയാളം' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'padavu-dark')
})
