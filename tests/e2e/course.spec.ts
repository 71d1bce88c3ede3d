import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessibleInBothColours, logIn, phone, test } from '../support/journeys/browser.ts'
import { countCalls, courseId, degreePrelims, openChapter, openCourse } from '../support/journeys/course-page.ts'

const tabs = (page: Page) => page.getByRole('tablist', { name: 'About this course' }).getByRole('tab')
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })

/** Pixels between a tab and the right end of the row, where tabs fade out while there are more. */
async function roomBeside(page: Page, name: string): Promise<number> {
  const [own, row] = await Promise.all([
    tab(page, name).boundingBox(),
    page.getByRole('tablist', { name: 'About this course' }).boundingBox(),
  ])
  return row!.x + row!.width - own!.x - own!.width
}

test.describe('on a phone', () => {
  test.use(phone)

  test('the tabs of an active course follow its chapter, and each shows what it is about', async ({ page }) => {
    await logIn(page, '9000000001')
    await openCourse(page, degreePrelims)
    const others = ['Examinations', 'Activity', 'Discussions', 'Community']
    await expect(tabs(page)).toHaveText(['Content', 'Description', 'Syllabus', ...others])
    await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('complementary', { name: 'Course Content' })).toBeHidden()

    await tab(page, 'Syllabus').click()
    await expect(page.getByRole('link', { name: /^Syllabus 2026/ })).toHaveAttribute('href', /^\/files\//)
    await tab(page, 'Activity').click()
    await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
    await expect.poll(() => roomBeside(page, 'Activity')).toBeGreaterThanOrEqual(40)
    await tab(page, 'Discussions').click()
    await expect(page.getByText('Mentor', { exact: true }).first()).toBeVisible()
    await tab(page, 'Community').click()
    for (const [name, address] of [
      ['Join us on WhatsApp', 'https://chat.whatsapp.com/PdvDegreePrelims26'],
      ['Join us on Telegram', 'https://t.me/padavu_demo'],
    ] as const) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)
      await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }

    await openChapter(page, /^Indian polity/i, /parliament and the union executive/i)
    await expect(page.getByRole('img', { name: 'Course Preview' })).toBeVisible()
    await expect(tabs(page)).toHaveText(['Content', 'Description', 'Attachments', ...others])
    await tab(page, 'Attachments').click()
    await expect(page.getByText('No attachements available')).toBeVisible()
    await openChapter(page, /^Indian polity/i, /making of the constitution/i)
    await tab(page, 'Attachments').click()
    await expect(page.getByRole('link', { name: /^Lecture notes/ })).toHaveAttribute('href', /^\/files\//)
  })

  test(
    'a course not bought comes when it is asked for again, shows its demo, locks, and Buy Now, which waits for no log',
    intercepting,
    async ({ page, allow }) => {
      allow(/^500 POST /)
      await logIn(page)
      await page.route(/\/mycourse\/\d+$/, (route) => route.fulfill({ status: 500, json: { status: false } }), {
        times: 1,
      })
      const id = await courseId(degreePrelims)
      await page.goto(`/my-courses/${id}`)
      await expect(page.getByText('Failed to load data')).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: degreePrelims, level: 1 })).toBeVisible()
      await expect(tabs(page).filter({ hasText: 'Community' })).toHaveCount(0)
      for (const name of ['Activity', 'Discussions']) {
        await tab(page, name).click()
        await expect(page.getByText('This feature is available for purchased course')).toBeVisible()
      }
      // The code of a tab, too, comes when it is asked for again.
      await page.route(/\/_astro\/Syllabus\.[^/]+\.js/, (route) => route.abort(), { times: 1 })
      await tab(page, 'Syllabus').click()
      const syllabus = page.getByRole('tabpanel', { name: 'Syllabus' })
      await expect(syllabus.getByText('Failed to load data')).toBeVisible()
      await syllabus.getByRole('button', { name: 'Try again' }).click()
      await expect(syllabus.getByRole('listitem')).toHaveText([/^Locked: Syllabus 2026/, /^Locked: Syllabus 2025/])
      await expect(syllabus.getByRole('link')).toHaveCount(0)

      await openChapter(page, /^Arithmetic and mental ability/i, /Locked: calendar and clock problems/i)
      const player = page.getByRole('region', { name: 'Video player' })
      await expect(player).toContainText('This chapter is locked')
      await expect(player).toContainText('Buy the course to unlock it. Demo sections are free for everyone.')
      await tab(page, 'Attachments').click()
      await expect(page.getByRole('tabpanel')).toContainText('This chapter is locked')
      await expect(page.locator('video')).toHaveCount(0)

      // Where the link leads is all that matters here.
      await page.route(/\/buycourse\//, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
      )
      // The log is never answered.
      await page.route(/customercoursepurchaselog/, () => {})
      const logged = page.waitForRequest(/customercoursepurchaselog/)
      await player.getByRole('link', { name: 'Buy Now' }).click()
      await expect(page).toHaveURL(`/buycourse/${id}`)
      const { searchParams } = new URL((await logged).url())
      expect([...searchParams]).toEqual([
        ['course_id', String(id)],
        ['page', 'course_amount_page_web'],
      ])
    },
  )
})

test('a tab is reloaded by a second click and reached by keyboard; the address keeps it and its chapter', async ({
  page,
}) => {
  await logIn(page, '9000000001')
  await openCourse(page, degreePrelims, '?tab=activity')
  await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Course Content' })).toBeVisible()
  await expect(tabs(page).first()).toHaveText('Description')
  const workouts = countCalls(page, /\/dailyworkout\/\d+$/)
  const courses = countCalls(page, /\/mycourse\/\d+$/)
  await tab(page, 'Activity').click()
  await expect.poll(workouts).toBe(1)
  await expect.poll(courses).toBe(1)
  await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
  await page
    .getByRole('button', { name: /full screen/ })
    .first()
    .click()
  await expectAccessibleInBothColours(page, 'dialog[open]')
  await page.keyboard.press('Escape')

  await tab(page, 'Activity').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Syllabus')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Syllabus 2025/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()

  await openChapter(page, /^Indian polity/i, /making of the constitution/i)
  // A machine without a graphics card has enough to do with the rest.
  const video = page.locator('video')
  await expect(video).toHaveJSProperty('paused', false)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await tab(page, 'Discussions').click()
  await expect(page.getByText('Mentor', { exact: true }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Reply: / })
    .first()
    .click()
  await expectAccessibleInBothColours(page)
  await tab(page, 'Community').click()
  await expectAccessibleInBothColours(page, '[role=tabpanel]')
  await tab(page, 'Attachments').click()
  await expect(page).toHaveURL(/chapter=\d+.*tab=attachments/)
  await page.reload()
  await expect(tab(page, 'Attachments')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: /making of the constitution/i })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/tab=attachments/)
})

test('an expired course of which nothing is owed is renewed by the sales phone', async ({ page }) => {
  await logIn(page, '9000000001')
  const expired = page.getByRole('dialog', { name: 'Your course has expired' })
  const title = 'LDC Test Series with Solutions'
  await openCourse(page, title)
  await expect(page.getByText('Expired', { exact: true })).toBeVisible()
  const access = page.getByRole('region', { name: 'Your access' })
  await expect(access).toContainText(
    /You have completed (every chapter|\d+ of \d+ chapters)\..*Contact us to renew it/s,
  )
  const renewal = page.getByRole('button', { name: 'Renewal' })
  await renewal.click()
  await expect(expired).toContainText(title)
  const call = expired.getByRole('link', { name: 'Call +91 484 4000 100' })
  await expect(call).toHaveAttribute('href', 'tel:+914844000100')
  await expectAccessibleInBothColours(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(expired).toBeHidden()
  await expect(renewal).toBeFocused()
  await openChapter(page, /^Section tests/i, /Locked: arithmetic test/i)
  const player = page.getByRole('region', { name: 'Video player' })
  await expect(player).toContainText(
    'Your access to this course has ended. Contact us to renew it and continue where you left off.',
  )
  await expect(renewal).toHaveCount(1)
  await player.getByRole('button', { name: 'Renewal' }).click()
  await expect(expired).toBeVisible()
})
