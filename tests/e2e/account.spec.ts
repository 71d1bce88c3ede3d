import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  logIn,
  logInElsewhere,
  outboxCode,
  serverUrl,
  test,
} from '../support/journeys/browser.ts'
import { section } from '../support/journeys/settings-page.ts'

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

test('other devices are seen and logged out at once, my data can be taken along, and my account ends with a code', async ({
  page,
  allow,
}) => {
  allow(/^422 POST .*deletion\/confirm/)
  const { id, phone } = await logIn(page)
  await unsentWork(page, [id, id + 1])
  const others = [await logInElsewhere(phone), await logInElsewhere(phone)]
  /** What the server answers to the other devices. */
  const answered = () =>
    Promise.all(
      others.map(async ({ token }) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${serverUrl()}/api/v1/user/profilewithsales`, { headers })).status
      }),
    )
  expect(await answered()).toEqual([200, 200])
  await page.goto('/settings')
  await section(page, 'Where you are logged in').scrollIntoViewIfNeeded()
  const devices = section(page, 'Where you are logged in').getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.first()).toContainText('This device')
  await devices
    .nth(1)
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(devices).toHaveCount(2)
  expect((await answered()).toSorted()).toEqual([200, 401])
  await page.getByRole('button', { name: 'Log out all other devices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(devices).toHaveCount(1)
  expect(await answered()).toEqual([401, 401])

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
