import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessible, logIn, test } from '../support/browser.ts'
import { examId, expectQuestion, fact } from '../support/exam-page.ts'

async function open(page: Page, title: string): Promise<number> {
  const id = await examId(await logIn(page), title)
  await page.goto(`/mock-test/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return id
}

const about = (page: Page) => page.getByRole('region', { name: 'About this exam' })
const start = (page: Page) => page.getByRole('button', { name: 'Start Exam' })

test('an exam says where it stands, what it is worth and how it is taken', async ({ page }) => {
  await open(page, 'Five-Question Taster')
  await expect(page).toHaveTitle('Five-Question Taster | Padavu')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toContainText(['Home', 'Exam', 'Five-Question Taster'])
  await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard')
  await expect(crumbs.getByText('Five-Question Taster')).toHaveAttribute('aria-current', 'page')
  await expect(fact(about(page), 'Duration')).toHaveText('3 minutes')
  await expect(fact(about(page), 'Questions')).toHaveText('5')
  await expect(fact(about(page), 'Marks')).toHaveText('5, 1 per right answer')
  await expect(fact(about(page), 'Negative marks')).toHaveText('0.33 per wrong answer')
  await expect(fact(about(page), 'Opens')).toHaveText(/12:00 AM$/)
  await expect(fact(about(page), 'Closes')).toHaveText(/11:59 PM$/)
  await expect(fact(about(page), 'Attempts left')).toHaveText('50 of 50')
  await expect(page.getByRole('region', { name: 'Instructions' }).getByRole('listitem')).toHaveCount(6)
  const sections = page.getByRole('region', { name: 'Sections' }).getByRole('listitem')
  await expect(sections).toHaveText(['General studies3 questions', 'Aptitude2 questions'])
  // On a phone, too, and before anything was scrolled.
  for (const viewport of [page.viewportSize()!, { width: 768, height: 1024 }, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport)
    await expect(start(page)).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page)
  await crumbs.getByRole('link', { name: 'Exam' }).click()
  await expect(page).toHaveURL('/mock-test')
})

test('the start at the foot of a narrow window leaves room for the focus and for the word that the network is gone', async ({
  page,
  context,
}) => {
  await open(page, 'Five-Question Taster')
  const room = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBottom)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  const bottomOfStart = async () => {
    const { y, height } = (await start(page).boundingBox())!
    return y + height
  }
  expect(await room()).toBe('auto')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await room()).toBe('128px')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  expect(await bottomOfStart()).toBeLessThan((await banner.boundingBox())!.y)
  await context.setOffline(false)
  // Where there is no height to spare either, it stands below the facts.
  await page.setViewportSize({ width: 640, height: 300 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(start(page)).not.toBeInViewport()
})

test('an exam that is yet to open cannot be started, neither here nor at its exam screen', async ({ page }) => {
  const id = await open(page, 'Statewide Grand Mock')
  await expect(page.getByText(/^This exam opens on /)).toBeVisible()
  await expect(start(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/exam/${id}/start`)
  await expect(page.getByText(/^This exam opens on /)).toBeVisible()
  await expect(start(page)).toHaveCount(0)
})

test('an exam that has ended cannot be started', async ({ page }) => {
  await open(page, 'Polity Revision Test')
  await expect(page.getByText(/^This exam ended on /)).toBeVisible()
  await expect(start(page)).toHaveCount(0)
})

test('the address of the exam screen alone starts nothing', async ({ page }) => {
  const id = await open(page, 'Five-Question Taster')
  await page.goto(`/exam/${id}/start`)
  await expect(page.getByRole('heading', { level: 1, name: 'Five-Question Taster' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await start(page).click()
  await expectQuestion(page, 1)
})

test('an exam or a result that does not exist says so, and leads on', async ({ page, allow }) => {
  allow(/^404 GET .*\/exam\/(detail|result|responsesheet)\/999999(\?.*)?$/)
  await logIn(page)
  for (const address of ['/exam/999999/start', '/exam/999999/result']) {
    await page.goto(address)
    await expect(page.getByText('No exam data found.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See all exams' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Ways out' }).getByRole('link')).toHaveCount(2)
  }
  for (const address of ['exam-result/999999', 'exam-result/999999/sheet']) {
    await page.goto(`/mock-test/1/${address}`)
    await expect(page.getByText('There is no such result.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See all exams' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.goto('/mock-test/999999')
  await expect(page.getByText('No exam data found.')).toBeVisible()
  await page.getByRole('link', { name: 'See all exams' }).click()
  await expect(page).toHaveURL('/mock-test')
})

test.describe('the registration for an exam', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Exam Registration' })
  const send = (page: Page) => dialog(page).getByRole('button', { name: 'Start Exam' })
  const required = {
    'Name (as in your PSC profile)': 'Name is required',
    'Date of birth': 'Date of birth is required',
    'Phone number': 'Phone number is required',
    'Registration number': 'Registration number is required',
    District: 'District is required',
    Community: 'Community is required',
    'Applied district': 'Applied District is required',
  }

  test('wants every field, each with its own message, and then leads into the exam', async ({ page }) => {
    const id = await open(page, 'Reasoning Scholarship Test')
    await start(page).click()
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
    // What the profile has is there already, can be changed, and stays changed.
    const hint = 'From your profile. You can change it.'
    for (const label of ['Name (as in your PSC profile)', 'Phone number']) {
      await expect(field(label)).not.toHaveValue('')
      await expect(field(label)).toHaveAccessibleDescription(hint)
    }
    await expect(field('Date of birth')).toHaveValue('')
    await field('Name (as in your PSC profile)').fill('')
    await expect(field('Name (as in your PSC profile)')).toHaveAccessibleDescription('In your profile: Asha Menon')
    await field('Phone number').fill('')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await start(page).click()
    await expect(field('Phone number')).toHaveValue('')
    await send(page).click()
    for (const [label, message] of Object.entries(required))
      await expect(field(label)).toHaveAccessibleDescription(message)
    await expect(field('Name (as in your PSC profile)')).toBeFocused()
    await expectAccessible(page)

    await field('Name (as in your PSC profile)').fill('Asha Menon')
    await expect(dialog(page).getByText('Name is required')).toBeHidden()
    await field('Phone number').pressSequentially('98a7-6 5b43210')
    await expect(field('Phone number')).toHaveValue('9876543210')
    await field('Registration number').fill('KL 2026/77')
    await field('District').selectOption({ index: 3 })
    await field('Community').selectOption({ index: 2 })
    await field('Applied district').selectOption({ index: 4 })
    await field('Date of birth').fill('2999-01-31')
    await send(page).click()
    await expect(field('Date of birth')).toHaveAccessibleDescription('Date of birth cannot be a future date')
    await expect(field('Date of birth')).toBeFocused()

    await field('Date of birth').fill('1999-01-31')
    await send(page).click()
    await expect(page).toHaveURL(`/exam/${id}/start`)
    await expect(page.getByRole('heading', { name: 'Question 1 of 20' })).toBeVisible()
  })

  test('may be left, and then nothing has started', async ({ page }) => {
    const id = await open(page, 'Reasoning Scholarship Test')
    await start(page).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(start(page)).toBeFocused()
    await page.goto(`/exam/${id}/start`)
    await page.getByRole('link', { name: 'Register and start' }).click()
    await expect(page).toHaveURL(`/mock-test/${id}`)
  })

  test('that fails says so and keeps what was given', intercepting, async ({ page, allow }) => {
    allow(/^500 POST .*submitexamregform$/)
    await open(page, 'Reasoning Scholarship Test')
    await start(page).click()
    for (const label of ['Name (as in your PSC profile)', 'Registration number'])
      await dialog(page).getByLabel(label).fill('Asha')
    await dialog(page).getByLabel('Phone number').fill('9876543210')
    await dialog(page).getByLabel('Date of birth').fill('1999-01-31')
    for (const label of ['District', 'Community', 'Applied district'])
      await dialog(page).getByLabel(label, { exact: true }).selectOption({ index: 1 })
    await page.route('**/submitexamregform', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }), {
      times: 1,
    })
    await send(page).click()
    await expect(page.getByText('Registration failed. Please try again')).toBeVisible()
    await expect(dialog(page).getByLabel('Phone number')).toHaveValue('9876543210')
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'Question 1 of 20' })).toBeVisible()
  })
})
