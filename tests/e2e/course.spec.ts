import type { Page } from '@playwright/test'
import { intercepting, expect, expectAccessibleInBothColours, logIn, onPhones, test } from '../support/browser.ts'
import { countCalls, degreePrelims, openChapter, openCourse, owner } from '../support/course-page.ts'

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

/** A page that is built elsewhere, or not yet: where a link leads is all that matters here. */
async function standIn(page: Page, address: RegExp): Promise<void> {
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }))
}

test(
  'the tabs of an active course follow its chapter and the width, and each shows what it is about',
  onPhones,
  async ({ page, isMobile }) => {
    await logIn(page, '9000000001')
    await openCourse(page, degreePrelims)
    const content = isMobile ? ['Content'] : []
    const others = ['Examinations', 'Activity', 'Discussions', 'Community']
    await expect(tabs(page)).toHaveText([...content, 'Description', 'Syllabus', ...others])
    await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('complementary', { name: 'Course Content' })).toBeVisible({ visible: !isMobile })

    await tab(page, 'Syllabus').click()
    await expect(page.getByRole('link', { name: /^Syllabus 2026/ })).toHaveAttribute('href', /^\/files\//)
    await tab(page, 'Activity').click()
    await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
    if (isMobile) await expect.poll(() => roomBeside(page, 'Activity')).toBeGreaterThanOrEqual(40)
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
    await expect(tabs(page)).toHaveText([...content, 'Description', 'Attachments', ...others])
    await tab(page, 'Attachments').click()
    await expect(page.getByText('No attachements available')).toBeVisible()
    await openChapter(page, /^Indian polity/i, /making of the constitution/i)
    await tab(page, 'Attachments').click()
    await expect(page.getByRole('link', { name: /^Lecture notes/ })).toHaveAttribute('href', /^\/files\//)
  },
)

test('a second click on a tab reloads it, and the keyboard moves along the tabs', async ({ page }) => {
  await logIn(page, '9000000001')
  await openCourse(page, degreePrelims, '?tab=activity')
  await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
  const workouts = countCalls(page, /\/dailyworkout\/\d+$/)
  const courses = countCalls(page, /\/mycourse\/\d+$/)
  await tab(page, 'Activity').click()
  await expect.poll(workouts).toBe(1)
  await expect.poll(courses).toBe(1)
  await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()

  await tab(page, 'Activity').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Syllabus')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Syllabus 2025/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
})

test('the address keeps chapter and tab for a reload and for the way back', async ({ page }) => {
  await logIn(page, owner)
  await openCourse(page, degreePrelims)
  await openChapter(page, /^Indian polity/i, /making of the constitution/i)
  await page.getByRole('tab', { name: 'Attachments' }).click()
  await expect(page).toHaveURL(/chapter=\d+.*tab=attachments/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Attachments' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: /making of the constitution/i })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/tab=attachments/)
})

test(
  'a course not bought shows its demo, locks, and Buy Now, which waits for no log',
  { tag: [onPhones.tag, intercepting.tag] },
  async ({ page }) => {
    await logIn(page)
    const id = await openCourse(page, degreePrelims)
    await expect(tabs(page).filter({ hasText: 'Community' })).toHaveCount(0)
    for (const name of ['Activity', 'Discussions']) {
      await tab(page, name).click()
      await expect(page.getByText('This feature is available for purchased course')).toBeVisible()
    }
    await tab(page, 'Syllabus').click()
    await expect(page.getByText('No Downloadable syllabus Available.')).toBeVisible()

    await openChapter(page, /^Arithmetic and mental ability/i, /Locked: calendar and clock problems/i)
    const player = page.getByRole('region', { name: 'Video player' })
    await expect(player).toContainText('This chapter is locked')
    await expect(player).toContainText('Buy the course to unlock it. Demo sections are free for everyone.')
    await tab(page, 'Attachments').click()
    await expect(page.getByRole('tabpanel')).toContainText('This chapter is locked')
    await expect(page.locator('video')).toHaveCount(0)

    await standIn(page, /\/buycourse\//)
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

test(
  'an expired course is renewed on its page while money is owed, else by the sales phone',
  intercepting,
  async ({ page }) => {
    await logIn(page, '9000000001')
    const expired = page.getByRole('dialog', { name: 'Your course has expired' })
    for (const title of ['SSC CGL Tier 1 Complete Course', 'LDC Test Series with Solutions']) {
      await openCourse(page, title)
      await expect(page.getByText('Expired', { exact: true })).toBeVisible()
      const access = page.getByRole('region', { name: 'Your access' })
      await expect(access).toContainText(/You have completed (every chapter|\d+ of \d+ chapters)\..*Renew it/s)
      await page.getByRole('button', { name: 'Renewal' }).first().click()
      await expect(expired).toContainText(title)
      await expect(expired.getByRole('link', { name: 'Call +91 484 4000 100' })).toHaveAttribute(
        'href',
        'tel:+914844000100',
      )
      await page.keyboard.press('Escape')
      await expect(expired).toBeHidden()
      await expect(page.getByRole('button', { name: 'Renewal' }).first()).toBeFocused()
    }
    await openChapter(page, /^Section tests/i, /Locked: arithmetic test/i)
    const player = page.getByRole('region', { name: 'Video player' })
    await expect(player).toContainText('Your access to this course has ended. Renew it to continue where you left off.')
    await player.getByRole('button', { name: 'Renewal' }).click()
    await expect(expired).toBeVisible()

    await standIn(page, /\/renewal$/)
    const id = await openCourse(page, 'Bank PO: IBPS and SBI, Prelims and Mains')
    await page.getByRole('link', { name: 'Renewal' }).first().click()
    await expect(page).toHaveURL(`/my-courses/${id}/renewal`)
  },
)

test(
  'a course that cannot be loaded says so, and loads when it is asked again',
  intercepting,
  async ({ page, allow }) => {
    allow(/^500 POST /)
    await logIn(page, '9000000001')
    await page.route(/\/mycourse\/\d+$/, (route) => route.fulfill({ status: 500, json: { status: false } }), {
      times: 1,
    })
    await page.goto('/my-courses/1')
    await expect(page.getByText('Failed to load data')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

test.describe('in both colours', () => {
  test('the course page is accessible', async ({ page }) => {
    await logIn(page, '9000000001')
    await openCourse(page, degreePrelims)
    await openChapter(page, /^Indian polity/i, /making of the constitution/i)
    // A machine without a graphics card has enough to do with the checks.
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
    await openCourse(page, 'SSC CGL Tier 1 Complete Course')
    await page.getByRole('button', { name: 'Renewal' }).first().click()
    await expectAccessibleInBothColours(page, 'dialog[open]')
  })

  test('daily workouts and live classes are accessible', async ({ page }) => {
    await logIn(page, '9000000001')
    await page.goto('/daily-workouts')
    await expect(page.getByRole('heading', { name: 'Five articles in one minute' })).toBeVisible()
    await expectAccessibleInBothColours(page)
    await page
      .getByRole('button', { name: /full screen/ })
      .first()
      .click()
    await expectAccessibleInBothColours(page, 'dialog[open]')
    await page.goto('/live-classes')
    await expect(page.getByRole('heading', { name: 'Classes in your calendar' })).toBeVisible()
    await expectAccessibleInBothColours(page)
  })
})
