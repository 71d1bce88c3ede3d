import {
  intercepting,
  expect,
  expectAccessible,
  expectAccessibleInBothColours,
  logIn,
  test,
} from '../support/journeys/browser.ts'
import { owner } from '../support/journeys/course-page.ts'

test('daily workouts are turned ten a page; pictures fill the screen and documents are downloaded', async ({
  page,
}) => {
  const recordings: string[] = []
  page.on('request', (request) => request.url().includes('.ogg') && recordings.push(request.url()))
  await logIn(page, owner)
  await page.goto('/daily-workouts')
  await expect(page.getByRole('group', { name: 'Player: Five articles in one minute' })).toBeVisible()
  // Whoever goes from heading to heading comes from the page's to those of the workouts by this one.
  await expect(page.getByRole('heading', { level: 2, name: /^Workouts of / })).toHaveCount(1)
  const writs = page.getByRole('article').filter({ hasText: 'Fact sheet: the five writs' })
  const enlarge = writs.getByRole('button', { name: /full screen/ })
  const noted = page.waitForResponse(/\/dailyworkoutlog\/\d+$/)
  await enlarge.click()
  const overlay = page.getByRole('dialog')
  const picture = overlay.getByRole('img')
  await expect(picture).toBeVisible()
  // No wider than what it shows, and larger on request.
  const widths = () =>
    picture.evaluate((image: HTMLImageElement) => [
      image.clientWidth / image.clientHeight,
      image.naturalWidth / image.naturalHeight,
    ])
  const [box, shown] = await widths()
  expect(box).toBeCloseTo(shown!, 1)
  const before = (await picture.boundingBox())!.width
  await overlay.getByRole('button', { name: 'Zoom' }).click()
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(before)
  expect((await noted).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(enlarge).toBeFocused()
  await expect(writs.getByText('Opened')).toBeVisible()
  await enlarge.click()
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(overlay).toBeHidden()

  const downloaded = page.waitForEvent('download')
  await page
    .getByRole('link', { name: /^Download / })
    .first()
    .click()
  expect((await downloaded).suggestedFilename()).toMatch(/\.pdf$/)

  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('button', { name: /next/i }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(writs).toBeHidden()
  await page.goBack()
  await expect(writs).toBeVisible()

  // Nobody has asked to hear one.
  expect(recordings).toEqual([])

  // Who has several courses chooses one, and an expired one says how to go on.
  await logIn(page, '9000000001')
  await page.goto('/daily-workouts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'SSC CGL Tier 1 Complete Course (expired)' })
  await expect(page.getByText('This course has expired. Please renew to continue.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test(
  'a recording says its length, is sought and sped up with the keyboard, and plays again after a failure',
  intercepting,
  async ({ page }) => {
    await logIn(page, owner)
    const files = /\/files\/[^?]+\.(ogg|svg)/
    await page.route(files, (route) => route.abort())
    await page.goto('/daily-workouts')
    const player = page.getByRole('group', { name: 'Player: Five articles in one minute' })
    const play = player.getByRole('button', { name: 'Play: Five articles in one minute' })
    const pause = player.getByRole('button', { name: 'Pause: Five articles in one minute' })
    const trouble = player.getByRole('alert')
    await expect(player).toContainText('0:00 / –:––')
    // Nobody has asked for it yet.
    await expect(trouble).toHaveCount(0)
    await play.click()
    await expect(trouble).toContainText('This recording cannot be played right now.')
    await expectAccessible(page, '#content')
    const lost = page.getByRole('button', { name: 'Fact sheet: the five writs: This picture could not be loaded.' })
    await expect(lost).toBeVisible()
    await page.unroute(files)
    await lost.click()
    await expect(page.getByRole('button', { name: 'Fact sheet: the five writs View full screen' })).toBeVisible()
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await expect(pause).toBeVisible()
    await expect(trouble).toHaveCount(0)
    await expect(player).toContainText(/\d:\d\d \/ [01]:\d\d/)
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Five articles in one minute')

    const seek = player.getByRole('slider', { name: 'Seek' })
    await pause.focus()
    await page.keyboard.press('Space')
    await expect(play).toBeFocused()
    await seek.focus()
    await page.keyboard.press('Home')
    await expect(seek).toHaveAttribute('aria-valuetext', /^0 seconds of /)
    await page.keyboard.press('ArrowRight')
    await expect(seek).toHaveAttribute('aria-valuetext', /^5 seconds of /)
    await player.getByRole('button', { name: 'Forward 10 seconds' }).press('Enter')
    await expect(player).toContainText('0:15 /')
    await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
    await expect.poll(() => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
    await expectAccessibleInBothColours(page)
    // The next one is heard alone, and as fast.
    await play.click()
    await expect(pause).toBeVisible()
    const other = page.getByRole('group', { name: 'Player: Ten quick percentages' })
    await other.getByRole('button', { name: 'Play: Ten quick percentages' }).click()
    await expect(other.getByRole('button', { name: 'Pause: Ten quick percentages' })).toBeVisible()
    await expect(play).toBeVisible()
    await expect(other.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.5')

    // So is whatever else begins to sound on the page.
    const audio = other.locator('audio')
    await audio.evaluate((heard: HTMLAudioElement) => {
      const video = document.createElement('video')
      video.src = heard.src
      document.body.append(video)
      return video.play()
    })
    await expect(other.getByRole('button', { name: 'Play: Ten quick percentages' })).toBeVisible()

    // What breaks at the same place again is fetched once, then the learner is asked.
    await other.getByRole('button', { name: 'Play: Ten quick percentages' }).click()
    const plays = () =>
      expect.poll(() => audio.evaluate(({ paused, readyState }: HTMLAudioElement) => !paused && readyState > 2))
    const breaks = () => audio.evaluate((heard) => heard.dispatchEvent(new Event('error')))
    await plays().toBe(true)
    await other.getByRole('button', { name: 'Forward 10 seconds' }).click()
    await expect(other).toContainText(/0:[1-5]\d \//)
    await plays().toBe(true)
    // What has played on for five seconds counts as mended.
    await other.getByRole('combobox', { name: 'Speed' }).selectOption('0.5')
    const renewed = page.waitForResponse(/\/api\/v1\//)
    const playing = audio.evaluate(
      (heard) => new Promise<void>((resolve) => heard.addEventListener('playing', () => resolve(), { once: true })),
    )
    await breaks()
    await renewed
    await playing
    await plays().toBe(true)
    await expect(other.getByRole('alert')).toHaveCount(0)
    await breaks()
    await expect(other.getByRole('alert')).toContainText('This recording cannot be played right now.')
  },
)
