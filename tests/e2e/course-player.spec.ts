import type { Page } from '@playwright/test'
import type { CoursePage } from '#features/course/course.contract.ts'
import { intercepting, expect, expectAccessible, logIn, phone, test } from '../support/journeys/browser.ts'
import { courseId, degreePrelims, openChapter, openCourse, owner, watchLogs } from '../support/journeys/course-page.ts'
import { api } from '../support/journeys/exam-page.ts'

const video = (page: Page) => page.locator('video')
const play = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.play())
const seek = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => (element.currentTime = to), seconds)
/** Less than a second before the end. */
const seekToEnd = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => (element.currentTime = element.duration - 0.4))
const state = <Key extends 'paused' | 'currentTime' | 'readyState'>(page: Page, key: Key) =>
  video(page).evaluate((element: HTMLVideoElement, name) => element[name], key) as Promise<HTMLVideoElement[Key]>

test('a learner is asked to join the community, watches on, and has watched a chapter after 300 seconds', async ({
  page,
}) => {
  const learner = await logIn(page, owner)
  const { page_content } = await api<{ page_content: CoursePage }>(
    learner,
    `/courses/mycourse/${await courseId(degreePrelims)}`,
    {},
  )
  const chapters = page_content.sections.flatMap((section) => section.chapters)
  const { id } = chapters.find(({ title }) => /calendar and clock problems/i.test(title))!
  const logs = watchLogs(page)
  await openCourse(page, degreePrelims, `?chapter=${id}`)
  // The button that starts a video goes when it plays: the player has the focus then.
  await page.getByRole('button', { name: /^(Play|Resume at) / }).press('Enter')
  const prompt = page.getByRole('dialog', { name: 'Please Join the below community' })
  await expect(prompt.getByRole('link', { name: 'Join us on WhatsApp' })).toBeVisible()
  await expect(prompt.getByRole('link', { name: 'Join us on Telegram' })).toBeVisible()
  await expect.poll(() => state(page, 'paused')).toBe(true)
  expect(logs).toEqual([])
  await prompt.getByRole('button', { name: 'Close' }).click()
  await expect(prompt).toBeHidden()
  // Plays on by itself.
  await expect.poll(() => state(page, 'paused')).toBe(false)
  await expect(page.getByRole('region', { name: 'Video player' })).toBeFocused()
  await expect.poll(() => logs).toEqual(['view'])
  await seek(page, 301)
  await expect.poll(() => logs).toEqual(['view', 'watched'])
  await expect(page.getByRole('button', { name: /calendar and clock problems.*watched/is })).toBeAttached()
  await video(page).evaluate((element: HTMLVideoElement) => element.pause())
  await play(page)
  await expect.poll(() => state(page, 'paused')).toBe(false)
  await expect(prompt).toBeHidden()
  expect(logs).toEqual(['view', 'watched'])

  // What was dismissed and logged counts for its chapter alone.
  await openChapter(page, /^Arithmetic and mental ability/i, /percentage, profit and loss/i)
  await expect(prompt).toBeVisible()
  await expect.poll(() => state(page, 'paused')).toBe(true)
  await page.keyboard.press('Escape')
  await expect(prompt).toBeHidden()
  await expect(page.getByRole('button', { name: /percentage, profit and loss/i }).first()).toBeFocused()
  await expect.poll(() => state(page, 'paused')).toBe(false)
  await expect.poll(() => logs).toEqual(['view', 'watched', 'view'])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a demo chapter plays unasked, resumes where it was left, and offers the next, which starts by itself', async ({
    page,
    context,
  }) => {
    await logIn(page)
    const logs = watchLogs(page)
    await openCourse(page, degreePrelims)
    const openFirst = () => openChapter(page, /^Indian polity/i, /fundamental rights and duties/i)
    await openFirst()
    await expect.poll(() => logs).toEqual(['view'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await seek(page, 61.5)
    const kept = page.waitForResponse(
      (response) => response.url().includes('/position/') && response.request().postDataJSON().position >= 61,
    )
    // K plays and pauses wherever the focus is.
    await expect.poll(() => state(page, 'readyState')).toBeGreaterThan(2)
    await page.keyboard.press('k')
    await expect.poll(() => state(page, 'paused')).toBe(true)
    expect((await kept).status()).toBe(200)

    await page.reload()
    await page.getByRole('button', { name: /^Resume at 1:0\d$/ }).click()
    await expect.poll(() => state(page, 'currentTime')).toBeGreaterThan(61)
    await expect.poll(() => state(page, 'paused')).toBe(false)
    await seekToEnd(page)
    const end = page.getByRole('group', { name: 'End of the chapter' })
    await expect(end).toContainText('Parliament and the union executive')
    // Shorter than 300 seconds: it counts as watched when it was seen to its end.
    await expect.poll(() => logs).toEqual(['view', 'view', 'watched'])
    await end.getByRole('button', { name: 'Cancel' }).click()
    await end.getByRole('button', { name: 'Watch again' }).click()
    await expect(end).toBeHidden()
    await expect.poll(() => state(page, 'paused')).toBe(false)
    await seekToEnd(page)
    await end.getByRole('button', { name: 'Play now' }).click()
    const next = page.getByRole('heading', { name: 'Parliament and the union executive' })
    await expect(next).toBeVisible()
    await expect(page.getByRole('img', { name: 'Course Preview' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Video player' })).toBeFocused()

    await openFirst()
    await expect.poll(() => state(page, 'readyState')).toBeGreaterThan(2)
    await seekToEnd(page)
    await end.getByRole('button', { name: 'Cancel' }).focus()
    await expect(next).toBeVisible()
    await expect(page.getByRole('region', { name: 'Video player' })).toBeFocused()

    // It has no video: it is read, and counts, as soon as there is a network.
    const unseen = page.getByRole('region', { name: 'Chapter without a video' })
    await expect(unseen).toContainText('This chapter has no video.')
    await context.setOffline(true)
    await unseen.getByRole('button', { name: 'Mark as read' }).press('Enter')
    await expect(unseen.getByRole('status')).toContainText('You are offline.')
    await expect(unseen.getByRole('status')).toBeFocused()
    await context.setOffline(false)
    await expect(unseen.getByRole('status')).toHaveText('You have marked it as read.')
    await expect(unseen.getByRole('status')).toBeFocused()
    await expectAccessible(page, '[aria-label="Chapter without a video"]')
  })
})

/** A frame that speaks as the provider's does: answers, plays, and tells 301 seconds as soon as it plays. */
const talkingFrame = `<!doctype html><title>Player</title><script>
  const tell = (message) => parent.postMessage(JSON.stringify(message), '*')
  const ready = () => tell({ event: 'ready' })
  const at = (event, seconds) => tell({ event, data: { seconds, duration: 1080, percent: seconds / 1080 } })
  addEventListener('message', ({ data }) => {
    if (data.method === 'ping') ready()
    if (data.method !== 'play') return
    tell({ method: 'play' })
    at('play', 0)
    at('timeupdate', 301)
  })
  ready()
</script>`

test(
  'a video of a provider is asked for when it is wanted, again when it does not answer, and logged like any other',
  intercepting,
  async ({ page }) => {
    const asked: string[] = []
    let answers = false
    await page.route(/^https:\/\/player\.vimeo\.com\//, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: answers ? talkingFrame : '' })
    })
    await page.clock.install()
    await logIn(page)
    const logs = watchLogs(page)
    await openCourse(page, degreePrelims)
    await expect(page.getByRole('button', { name: `Play ${degreePrelims}` })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await openChapter(page, /^Indian polity/i, /the preamble/i)
    await expect(page.locator('iframe')).toBeVisible()
    // The frame is there before what it shows is asked for.
    await expect
      .poll(() => asked)
      .toEqual([expect.stringContaining('https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1')])
    await page.clock.fastForward(12_000)
    await expect(page.getByRole('alert')).toContainText('This video cannot be played right now.')
    answers = true
    await page.getByRole('button', { name: 'Try again' }).click()
    // Sent in one moment: the network may turn them round.
    await expect.poll(() => logs.toSorted()).toEqual(['view', 'watched'])
    await expect(page.getByText('This video cannot be played right now.')).toBeHidden()
    await expect(page.getByRole('button', { name: /the preamble.*watched/is })).toBeAttached()

    await page.reload()
    await page.getByRole('button', { name: 'Resume at 5:01' }).click()
    await expect(page.locator('iframe')).toHaveAttribute('title', 'The preamble')
    await expect.poll(() => logs.length).toBe(4)
  },
)
