import { intercepting, expect, expectAccessible, logInElsewhere, newPhone, test } from '../support/journeys/browser.ts'
import { block } from '../support/journeys/dashboard-page.ts'
import type { Page } from '@playwright/test'

const CREATE = '**/user/preference/create'
const OFFERED = JSON.stringify({ 'kerala-psc': 'Kerala PSC', ssc: 'SSC and Railways' })

/** A learner who has seen no splash, as log-in leaves them; the page stands on no page of the product. */
async function arrive(page: Page): Promise<void> {
  const user = await logInElsewhere(newPhone(), 'Asha Menon', { splashes: true })
  await page.goto('/healthz')
  await page.evaluate(
    ([stored, offered]) => {
      localStorage.setItem('user', stored!)
      localStorage.setItem('user_preference', offered!)
    },
    [JSON.stringify(user), OFFERED],
  )
}

const preference = (page: Page) => page.getByRole('dialog', { name: 'Welcome Asha Menon' })
const splash = (page: Page) => page.getByRole('dialog', { name: /^Statewide Grand Mock/ })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('the preference dialog comes first and needs an option and a type; the splash follows and is confirmed once', async ({
  page,
}) => {
  await arrive(page)
  await page.goto('/dashboard')
  const dialog = preference(page)
  const go = dialog.getByRole('button', { name: 'Continue' })
  await expect(go).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'SSC and Railways' }).check()
  await expect(go).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Exam' }).check()
  await dialog.getByRole('checkbox', { name: 'SSC and Railways' }).uncheck()
  await expect(go).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'SSC and Railways' }).check()
  await expect(splash(page)).toHaveCount(0)
  const created = page.waitForRequest(CREATE)
  await go.click()
  expect((await created).postDataJSON()).toEqual({ options: ['ssc'], course: 0, exam: 1 })

  await expect(splash(page)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await stored(page, 'user_preference')).toBeNull()
  // Its place is lower than the picture would be: the corners must still be those of the picture.
  const shape = await splash(page)
    .getByRole('img')
    .evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight)
  expect(shape).toBeCloseTo(16 / 9, 1)
  await expectAccessible(page)
  // The ground is dark in both themes.
  for (const [key, name] of [
    ['Shift+Tab', 'Close'],
    ['Tab', 'I’m interested'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(splash(page).getByRole('button', { name })).toBeFocused()
    await expect(splash(page).getByRole('button', { name })).toHaveCSS('outline-color', 'rgb(255, 255, 255)')
  }
  const logged = page.waitForResponse('**/user/logmarketingsplash/*')
  await splash(page).getByRole('button', { name: 'I’m interested' }).click()
  expect((await logged).status()).toBe(200)
  await expect(page.getByText(/^Good choice!/)).toBeVisible()
  await expect(splash(page)).toHaveCount(0)
  expect(await stored(page, 'contentSource')).toBe('cc')
})

test(
  'a preference that cannot be sent closes all the same and says so; on a phone the splash fits, and rests once it is closed',
  intercepting,
  async ({ page, allow }) => {
    allow(/^503 POST .*preference\/create$/)
    await arrive(page)
    await page.route(CREATE, (route) => route.fulfill({ status: 503, json: { status: false, message: 'Down' } }))
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/dashboard')
    await preference(page).getByRole('checkbox', { name: 'Kerala PSC' }).check()
    await preference(page).getByRole('radio', { name: 'Both' }).check()
    await preference(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Error while submitting preferences.')).toBeVisible()
    await expect(preference(page)).toHaveCount(0)
    await expect(splash(page).getByRole('heading', { name: 'Statewide Grand Mock' })).toBeInViewport({ ratio: 1 })
    await expect(splash(page).getByText(/^One paper, one clock, your rank/)).toBeInViewport({ ratio: 1 })
    await expect(splash(page).getByRole('button', { name: 'I’m interested' })).toBeInViewport({ ratio: 1 })
    const shape = await splash(page)
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
    expect(shape).toBeCloseTo(3 / 4, 2)
    await splash(page).getByRole('button', { name: 'Close' }).click()
    await expect(splash(page)).toHaveCount(0)

    // What is offered anew and closed is forgotten.
    await page.evaluate((offered) => localStorage.setItem('user_preference', offered), OFFERED)
    await page.reload()
    await preference(page).getByRole('button', { name: 'Close' }).click()
    expect(await stored(page, 'user_preference')).toBeNull()
    await expect(block(page, 'Your figures').getByRole('link', { name: /Total Queries/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // In a new session the splash comes after it, closed or sent, and by itself where nothing is offered.
    await page.evaluate((offered) => {
      sessionStorage.clear()
      localStorage.setItem('user_preference', offered)
    }, OFFERED)
    await page.reload()
    await preference(page).getByRole('button', { name: 'Close' }).click()
    await expect(splash(page)).toBeVisible()
    await page.evaluate(() => localStorage.setItem('user_preference', '{}'))
    await page.reload()
    await expect(splash(page)).toBeVisible()
    await expect(preference(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(splash(page)).toHaveCount(0)
  },
)
