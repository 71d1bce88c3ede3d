import type { Page } from '@playwright/test'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import { expect, expectAccessible, intercepting, logIn, test } from '../support/journeys/browser.ts'
import { api, examId, expectQuestion, fact } from '../support/journeys/exam-page.ts'

async function open(page: Page, title: string): Promise<number> {
  const id = await examId(await logIn(page), title)
  await page.goto(`/mock-test/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return id
}

const about = (page: Page) => page.getByRole('region', { name: 'About this exam' })
const start = (page: Page) => page.getByRole('button', { name: 'Start Exam' })

test('an exam says where it stands, what it is worth and how it is taken, and its screen starts nothing by itself', async ({
  page,
  context,
}) => {
  const id = await open(page, 'Five-Question Taster')
  await expect(page).toHaveTitle('Five-Question Taster | Padavu')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toContainText(['Home', 'Exam', 'Five-Question Taster'])
  await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard')
  await expect(crumbs.getByRole('link', { name: 'Exam' })).toHaveAttribute('href', '/mock-test')
  await expect(crumbs.getByText('Five-Question Taster')).toHaveAttribute('aria-current', 'page')
  await expect(fact(about(page), 'Duration')).toHaveText('3 minutes')
  await expect(fact(about(page), 'Questions')).toHaveText('5')
  await expect(fact(about(page), 'Marks')).toHaveText('5, 1 per right answer')
  await expect(fact(about(page), 'Negative marks')).toHaveText('1/3 per wrong answer')
  await expect(fact(about(page), 'Opens')).toHaveText(/12:00 AM IST$/)
  await expect(fact(about(page), 'Closes')).toHaveText(/11:59 PM IST$/)
  await expect(fact(about(page), 'Attempts left')).toHaveText('50 of 50')
  await expect(page.getByRole('region', { name: 'Instructions' }).getByRole('listitem')).toHaveCount(6)
  const sections = page.getByRole('region', { name: 'Sections' }).getByRole('listitem')
  await expect(sections).toHaveText(['General studies3 questions', 'Aptitude2 questions'])

  // The start is in sight on a phone, too, and before anything was scrolled; where it stands at the foot of a narrow
  // window it leaves room for the focus and for the word that the network is gone.
  const room = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBottom)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  const bottomOfStart = async () => {
    const { y, height } = (await start(page).boundingBox())!
    return y + height
  }
  expect(await room()).toBe('auto')
  for (const viewport of [page.viewportSize()!, { width: 768, height: 1024 }, { width: 360, height: 740 }]) {
    await page.setViewportSize(viewport)
    await expect(start(page)).toBeInViewport({ ratio: 1 })
  }
  expect(await room()).toBe('128px')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  expect(await bottomOfStart()).toBeLessThan((await banner.boundingBox())!.y)
  await context.setOffline(false)
  // Where there is no height to spare either, it stands below the facts.
  await page.setViewportSize({ width: 640, height: 300 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(start(page)).not.toBeInViewport()

  await page.goto(`/exam/${id}/start`)
  await expect(page.getByRole('heading', { level: 1, name: 'Five-Question Taster' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await start(page).click()
  await expectQuestion(page, 1)
})

test('whoever has to register for an exam fills in its form, with what is missing named, and gets into the exam', async ({
  page,
  context,
}) => {
  const learner = await logIn(page)
  const id = await examId(learner, 'Reasoning Scholarship Test')
  const dialog = page.getByRole('dialog', { name: 'Exam Registration' })
  const send = dialog.getByRole('button', { name: 'Start Exam' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const name = field('Name (as in your PSC profile)')
  await page.goto(`/exam/${id}/start`)
  await page.getByRole('link', { name: 'Register and start' }).click()
  await expect(page).toHaveURL(`/mock-test/${id}`)
  await start(page).click()
  // What the profile has is there already, can be changed, and stays changed.
  for (const known of [name, field('Phone number')]) {
    await expect(known).not.toHaveValue('')
    await expect(known).toHaveAccessibleDescription('From your profile. You can change it.')
  }
  await expect(field('Date of birth')).toHaveValue('')
  await name.fill('')
  await expect(name).toHaveAccessibleDescription('In your profile: Asha Menon')
  await field('Phone number').fill('')
  // It may be left, and then nothing has started.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(start(page)).toBeFocused()
  const { data } = await api<{ data: ExamDetail }>(learner, `/courses/exam/detail/${id}`)
  expect(data).toMatchObject({ open_attempt: null, registered: false })
  await start(page).click()
  await expect(field('Phone number')).toHaveValue('')
  await send.click()
  for (const [label, message] of Object.entries({
    'Name (as in your PSC profile)': 'Name is required',
    'Date of birth': 'Date of birth is required',
    'Phone number': 'Phone number is required',
    'Registration number': 'Registration number is required',
    District: 'District is required',
    Community: 'Community is required',
    'Applied district': 'Applied District is required',
  }))
    await expect(field(label)).toHaveAccessibleDescription(message)
  await expect(name).toBeFocused()
  await expectAccessible(page)

  await name.fill('Asha Menon')
  await expect(dialog.getByText('Name is required')).toBeHidden()
  await field('Phone number').pressSequentially('98a7-6 5b43210')
  await expect(field('Phone number')).toHaveValue('9876543210')
  await field('Registration number').fill('KL 2026/77')
  await field('District').selectOption({ index: 3 })
  await field('Community').selectOption({ index: 2 })
  await field('Applied district').selectOption({ index: 4 })
  await field('Date of birth').fill('2999-01-31')
  await send.click()
  await expect(field('Date of birth')).toHaveAccessibleDescription('Date of birth cannot be a future date')
  await expect(field('Date of birth')).toBeFocused()
  await field('Date of birth').fill('1999-01-31')

  // What cannot be sent stays.
  await context.setOffline(true)
  await send.click()
  await expect(page.getByText('Registration failed. Please try again')).toBeVisible()
  await expect(field('Phone number')).toHaveValue('9876543210')
  await context.setOffline(false)
  await send.click()
  await expect(page).toHaveURL(`/exam/${id}/start`)
  await expect(page.getByRole('heading', { name: 'Question 1 of 20' })).toBeVisible()
})

test(
  'a candidate who waits sees the exam open by itself, also after its opening was moved',
  intercepting,
  async ({ page }) => {
    const id = await examId(await logIn(page), 'Five-Question Taster')
    let opensIn = 3 * 86_400
    await page.route(`**/courses/exam/detail/${id}*`, async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { server_time: number; data: ExamDetail }
      const start_date = Math.floor(reply.server_time / 1000) + opensIn
      const dates = { start_date, end_date: start_date + 3600, seconds_if_started_now: 0 }
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, ...dates } } })
    })
    for (const address of [`/mock-test/${id}`, `/exam/${id}/start`]) {
      opensIn = 3 * 86_400
      await page.goto(address)
      const countdown = page.getByRole('timer')
      await expect(countdown).toHaveText(/^Opens in (3 days|2 days 23 hr)$/)
      await expect(start(page)).toBeHidden()
      // Staff move the opening to a moment from now; the candidate comes back to the window.
      opensIn = 7
      // A refresh right after another one is left out, so the window is looked at until this one is there.
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        await expect(countdown).toHaveText(/^Opens in \d sec$/, { timeout: 500 })
      }).toPass()
      await expect(start(page)).toBeVisible()
      await expect(countdown).toHaveCount(0)
    }
  },
)
