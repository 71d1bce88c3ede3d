import { expect, intercepting, logInElsewhere, newPhone, serverUrl, test } from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'
import { photo } from '../support/packs/images.ts'
import { DAY, indianDay } from '#lib/both/time/clock.ts'

const picture = async () => ({ name: 'desk.jpg', mimeType: 'image/jpeg', buffer: await photo() })

/** Older than what other journeys look for. */
const longAgo = `${indianDay(Date.now() - 60 * DAY)}T09:00`

test('an author writes news with a preview, a visitor reads it, and the second of two editors decides', async ({
  page,
  browser,
  allow,
}) => {
  allow(/^422 POST \/api\/v1\/staff\/authoring\/preview$/, /^409 POST \/api\/v1\/staff\/news\/change$/)
  await logInAsStaff(page, 'author')
  await page.goto('/staff/news')
  await page.getByRole('link', { name: 'Write news' }).click()
  await page.getByLabel('Category').fill('Rank lists')
  await page.getByLabel('Published').fill(longAgo)
  await page.getByLabel('Short text').fill('The list has appeared.')
  await page
    .getByLabel('Picture', { exact: false })
    .first()
    .setInputFiles(await picture())
  await expect(page.getByRole('img', { name: 'Picture, as it is cut' })).toBeVisible()
  await page.getByLabel('What the picture shows').fill('A desk')
  await page.getByLabel('Title of its page').fill('The rank list')
  const text = page.getByRole('textbox', { name: 'Text of its page' })

  // What is wrong with it is said where it is previewed, and it can be mended there.
  await text.fill('# Too high')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Line 1: headings are written with ##')).toBeVisible()
  await page.getByRole('button', { name: 'Write' }).click()
  await text.fill('Read it')
  await text.press('Control+a')
  await text.press('Control+b')
  await expect(text).toHaveValue('**Read it**')
  await text.press('Control+z')
  await expect(text).toHaveValue('Read it')
  await text.press('Control+End')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await (await chooser).setFiles(await picture())
  await expect(text).toHaveValue(/!\[What it shows\]\(media\/\w+\.webp\)\n$/)
  await page.keyboard.type('A desk in the text')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('img', { name: 'A desk in the text' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { name: 'The rank list', level: 1 })).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: serverUrl() })).newPage()
  const way = await page.getByRole('link', { name: 'See the page' }).getAttribute('href')
  await visitor.goto(way!)
  await expect(visitor.getByRole('heading', { name: 'The rank list' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'A desk in the text' })).toBeVisible()
  await expect(async () => {
    await visitor.goto('/news')
    await expect(visitor.getByRole('link', { name: 'The rank list' })).toBeVisible({ timeout: 2000 })
  }).toPass()

  const other = await (await browser.newContext({ baseURL: serverUrl() })).newPage()
  await logInAsStaff(other, 'owner')
  await other.goto(new URL(page.url()).pathname)
  await other.getByLabel('Short text').fill('The owner says so.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('Title of its page').fill('The rank list, at last')
  await page.getByLabel('Short text').fill('The author says otherwise.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/has changed this meanwhile/)).toBeVisible()
  await expect(page.getByRole('alert').getByText('The owner says so.')).toBeVisible()
  await page.getByRole('button', { name: 'Take what it says now' }).click()
  await expect(page.getByLabel('Short text')).toHaveValue('The owner says so.')
  await page.getByLabel('Title of its page').fill('The rank list, at last')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'The rank list, at last', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn: nobody sees it any more')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the page' })).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByRole('link', { name: 'See the page' })).toBeVisible()
  await Promise.all([visitor.context().close(), other.context().close()])
})

test('a splash is made with a preview, and a learner gets it', intercepting, async ({ page, browser }) => {
  await logInAsStaff(page, 'author')
  await page.goto('/staff/splashes/new')
  const title = `A rally ${newPhone()}`
  await page
    .getByLabel('Picture', { exact: false })
    .first()
    .setInputFiles(await picture())
  await expect(page.getByRole('img', { name: 'Picture, as it is cut' })).toBeVisible()
  await page.getByLabel('All that the pictures show, and say').fill('A desk')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('What a learner reads who is interested').fill('See you there!')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: title })
  await preview.getByRole('button', { name: 'I’m interested' }).click()
  await expect(page.getByText('See you there!', { exact: true })).toBeVisible()
  await expect(preview).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Waits behind the first')

  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const learner = await theirs.newPage()
  const user = await logInElsewhere(newPhone(), 'Asha Menon', { splashes: true })
  await learner.goto('/healthz')
  await learner.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(user))
  // Other journeys see the demo's, which is the first.
  await learner.route('**/page/appbanner', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { marketing_splash: { title: string }[] } }
    body.data.marketing_splash = body.data.marketing_splash.filter((splash) => splash.title === title)
    await route.fulfill({ response, json: body })
  })
  const splash = learner.getByRole('dialog', { name: title })
  await expect(async () => {
    await learner.goto('/dashboard')
    await expect(splash).toBeVisible({ timeout: 5000 })
  }).toPass()
  await splash.getByRole('button', { name: 'I’m interested' }).click()
  await expect(learner.getByText('See you there!')).toBeVisible()
  await theirs.close()

  await page.reload()
  await expect(row.getByRole('cell').nth(2)).toHaveText(/1$/)
  await row.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(row).toHaveCount(0)
})
