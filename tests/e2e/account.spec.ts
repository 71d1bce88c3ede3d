import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logInElsewhere, outboxCode, test } from '../support/browser.ts'
import { bomb, executable, photo, svgWithScript } from '../support/images.ts'
import { openSettings, section } from '../support/settings-page.ts'

/** Databases of what learners did and the server may not have yet, by their stores. */
const unsent = { actions: 'padavu-journal', answers: 'padavu-practice', results: 'padavu-results' }

/** Leaves work of learners on this device, or tells whose there is, by store. */
const unsentWork = (page: Page, leave: number[] = []) =>
  page.evaluate(
    async ({ unsent, leave }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error!)
        })
      const learners: Record<string, number[]> = {}
      for (const [store, name] of Object.entries(unsent)) {
        const opening = indexedDB.open(name)
        opening.onupgradeneeded = () => opening.result.createObjectStore(store)
        const database = await done(opening)
        const work = database.transaction(store, 'readwrite').objectStore(store)
        for (const learner of leave) await done(work.put({}, [learner, 1, 'work']))
        learners[store] = (await done(work.getAllKeys())).map((key) => (key as number[])[0]!)
        database.close()
      }
      return learners
    },
    { unsent, leave },
  )

const picker = (page: Page, name: 'Change picture' | 'Change cover') => page.getByLabel(name)

test(
  'a picture is taken by what it is: a photograph is shown everywhere, pretenders are refused in place',
  intercepting,
  async ({ page, allow }) => {
    allow(/^422 POST .*profile\/avatar/, /^console: .*ERR_/)
    await openSettings(page)
    const profile = section(page, 'Profile')
    await expect(profile.getByText('AM', { exact: true })).toBeVisible()
    const give = (name: string, mimeType: string, buffer: Buffer) =>
      picker(page, 'Change picture').setInputFiles({ name, mimeType, buffer })
    const refused = profile.getByRole('alert')

    for (const [name, type, bytes, reason] of [
      [
        'me.jpg',
        'image/jpeg',
        executable,
        'This file is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose one of these.',
      ],
      [
        'me.svg',
        'image/svg+xml',
        svgWithScript,
        'This file is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose one of these.',
      ],
      ['me.png', 'image/png', await bomb(), 'This picture has more than 25 megapixels. Please choose a smaller one.'],
    ] as const) {
      await give(name, type, bytes)
      await expect(refused.filter({ hasText: reason })).toBeVisible()
      await expect(page.getByText('Failed to update profile image.').first()).toBeVisible()
      await expect(profile.getByText('AM', { exact: true })).toBeVisible()
    }

    await page.route('**/user/profile/avatar', (route) => route.abort(), { times: 1 })
    await give('me.jpg', 'image/jpeg', await photo())
    await expect(page.getByText('Error while updating profile image.')).toBeVisible()
    await profile.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Profile updated successfully.')).toBeVisible()
    const shown = profile.getByRole('button', { name: 'Remove picture' })
    await expect(shown).toBeVisible()
    const address = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { avatar: string }).avatar)
    expect(address).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/)
    const bar = page.getByRole('button', { name: 'Account', exact: true }).locator('img')
    await expect(bar).toHaveAttribute('src', address)
    // Upright: the lying photograph of 1200 by 900 became a square, loaded and drawn.
    await expect
      .poll(() => bar.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([512, 512])

    await picker(page, 'Change cover').setInputFiles({ name: 'c.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expect(profile.getByRole('button', { name: 'Remove cover' })).toBeVisible()
    await page.reload()
    await expect(profile.locator(`img[src="${address}"]`)).toBeVisible()
    await shown.click()
    await expect(profile.getByText('AM', { exact: true })).toBeVisible()
    await expect(bar).toHaveCount(0)
  },
)

test('another device is seen, and logged out at once', async ({ page, browser, allow }) => {
  allow(/^401 /)
  const { phone } = await openSettings(page)
  const stored = await logInElsewhere(phone)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto('/healthz')
  await other.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(stored))
  await other.goto('/settings')
  await expect(other.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asha Menon')

  await page.reload()
  const devices = section(page, 'Where you are logged in').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await logInElsewhere(phone)
  await devices
    .nth(1)
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(devices).toHaveCount(1)
  await page.reload()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(devices).toHaveCount(1)

  await other.getByRole('textbox', { name: 'City' }).fill('Kochi')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other).toHaveURL('/login')
  await context.close()
  await page.reload()
  await expect(devices).toHaveCount(1)
})

test('my data can be taken along, and my account ends with a code to my phone', async ({ page, allow }) => {
  allow(/^422 POST .*deletion\/confirm/)
  const { id, phone } = await openSettings(page)
  await unsentWork(page, [id, id + 1])
  const downloaded = async (name: RegExp) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const json = await downloaded(/Download as data/)
  expect(json.name).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({ profile: [{ name: 'Asha Menon', phone }] })
  const html = await downloaded(/Download as a web page/)
  expect(html.text).toContain('<td>Asha Menon</td>')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  await expect(dialog.getByText('Your name, email, phone number')).toBeVisible()
  await expect(dialog.getByText('Invoices and payments, as tax law requires')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  const code = dialog.getByLabel('Digit 1 of 4')
  await expect(code).toBeFocused()
  const right = await outboxCode(phone)
  await code.fill(right === '0000' ? '0001' : '0000')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/^This code is wrong or has expired\./)
  await expectAccessible(page, 'dialog[open]')
  const sentAgain = page.waitForResponse(/deletion\/code$/)
  await dialog.getByRole('button', { name: 'Send another code' }).click()
  await sentAgain
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription('')
  await page.keyboard.type(await outboxCode(phone))
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  const ended = page.getByRole('dialog', { name: 'Your account is deleted' })
  await expect(ended).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
  // Another learner's stays: nobody asked for its end.
  const left = { actions: [id + 1], answers: [id + 1], results: [id + 1] }
  await expect.poll(() => unsentWork(page)).toEqual(left)
  await ended.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page).toHaveURL('/login')
  // The phone begins anew.
  expect(await logInElsewhere(phone, 'Somebody New')).toMatchObject({ registration_completed: 'Y' })
})
