import { intercepting, expect, expectAccessible, logIn, test } from '../support/journeys/browser.ts'
import { executable, photo } from '../support/packs/images.ts'
import { section } from '../support/journeys/settings-page.ts'

test(
  'my details and pictures survive a failed save and are seen in the shell at once; they, the theme and the language of dates are kept',
  intercepting,
  async ({ page, allow }) => {
    allow(/^console: .*ERR_/, /^422 POST .*profile\/(edit|avatar)/)
    await logIn(page)
    // What was asked for ahead is asked for once more.
    await page.route('**/user/profilewithsales', (route) => route.abort(), { times: 2 })
    await page.goto('/settings')
    await expect(page.getByText('Error while loading user profile')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await expect(field('Name')).toHaveValue('Asha Menon')
    await expect(page.getByText(/^Join \d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M IST$/)).toBeVisible()
    await expect(page.getByText(/^Last Logged on \d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M IST$/)).toBeVisible()
    // As wide as the content of other pages.
    const widths = await page
      .getByRole('region', { name: 'Profile' })
      .evaluate((head) => [head.clientWidth, document.querySelector('main h1')!.clientWidth])
    expect(widths[1]! - widths[0]!).toBeLessThanOrEqual(2)
    await expect(field('Email')).toHaveAttribute('readonly')
    await expect(field('Phone')).toHaveAttribute('readonly')

    await field('Name').fill(' ')
    await page.getByLabel('Birthday').fill('2126-01-01')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Date of birth cannot be a future date')).toBeVisible()
    await expect(field('Name')).toBeFocused()
    await field('Name').fill('Asha Kurian')
    await expect(page.getByText('Name is required')).toBeHidden()
    await page.getByLabel('Birthday').fill('2001-02-03')
    await field('City').fill('Thrissur')

    await page.route('**/user/profile/edit', (route) => route.abort(), { times: 1 })
    await save.click()
    await expect(page.getByText('Error while updating profile.')).toBeVisible()
    await page.route('**/user/profile/edit', (route) => route.fulfill({ status: 422, json: { message: 'no' } }), {
      times: 1,
    })
    await save.click()
    await expect(page.getByText('Failed to update profile.')).toBeVisible()
    await expect(field('City')).toHaveValue('Thrissur')
    await save.click()
    await expect(page.getByText('Profile updated successfully.')).toBeVisible()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await expect(section(page, 'Account').getByText('Asha Kurian')).toBeVisible()
    await page.keyboard.press('Escape')

    // A picture is taken by what it is: pretenders are refused in place.
    const profile = section(page, 'Profile')
    const initials = profile.getByText('AK', { exact: true })
    const give = (name: string, buffer: Buffer) =>
      page.getByLabel('Change picture').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
    await give('me.jpg', executable)
    await expect(profile.getByRole('alert').filter({ hasText: 'This file is not a JPEG, PNG, WebP' })).toBeVisible()
    await expect(page.getByText('Failed to update profile image.').first()).toBeVisible()
    await expect(initials).toBeVisible()
    await page.route('**/user/profile/avatar', (route) => route.abort(), { times: 1 })
    await give('me.jpg', await photo())
    await expect(page.getByText('Error while updating profile image.')).toBeVisible()
    await profile.getByRole('button', { name: 'Try again' }).click()
    const remove = profile.getByRole('button', { name: 'Remove picture' })
    await expect(remove).toBeVisible()
    const address = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { avatar: string }).avatar)
    expect(address).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
    const bar = page.getByRole('button', { name: 'Account', exact: true }).locator('img')
    await expect(bar).toHaveAttribute('src', address)
    // Upright: the lying photograph of 1200 by 900 became a square, loaded and drawn.
    await expect
      .poll(() => bar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([512, 512])
    await page
      .getByLabel('Change cover')
      .setInputFiles({ name: 'c.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expect(profile.getByRole('button', { name: 'Remove cover' })).toBeVisible()

    await page.getByRole('group', { name: 'Language of dates' }).scrollIntoViewIfNeeded()
    await expect(page.getByText(/^Such as [A-Z]\w+day and [A-Z]/)).toBeVisible()
    await page.getByRole('button', { name: 'Dark' }).and(page.locator('main *')).focus()
    await page.keyboard.press('Space')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'padavu-dark')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'English' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^Such as [\u0D00-\u0D7F\u200C]+ and [\u0D00-\u0D7F]/)).toBeVisible()
    await expectAccessible(page)

    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'padavu-dark')
    await expect(page.getByRole('radio', { name: 'മലയാളം' })).toBeChecked()
    // Other moments are named so, too.
    await expect(page.getByText(/^Such as [\u0D00-\u0D7F\u200C]+ and [\u0D00-\u0D7F]/)).toBeVisible()
    await expect(field('City')).toHaveValue('Thrissur')
    await expect(page.getByLabel('Birthday')).toHaveValue('2001-02-03')
    await expect(profile.getByText('Thrissur')).toBeVisible()
    await expect(profile.locator(`img[src="${address}"]`)).toBeVisible()
    await remove.click()
    await expect(initials).toBeVisible()
    await expect(bar).toHaveCount(0)
  },
)
