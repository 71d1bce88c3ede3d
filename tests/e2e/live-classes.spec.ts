import { DAY, indianDay } from '#lib/both/time/clock.ts'
import type { LiveClass } from '#features/live-classes/live-classes.contract.ts'
import { expect, logIn, serverUrl, test, type LoggedIn } from '../support/journeys/browser.ts'
import { owner } from '../support/journeys/course-page.ts'

test('a class that is live now can be joined in a new tab, which is noted; one that is over cannot, and a day may have none', async ({
  page,
  context,
  allow,
}) => {
  allow(/^outside: https:\/\/meet\.example\.org\//)
  const learner = await logIn(page, owner)
  await page.goto('/live-classes?date=2000-01-01')
  await expect(page.getByText('No live classes scheduled at the moment.')).toBeVisible()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL('/live-classes')

  const day = page.getByLabel('Day', { exact: true })
  const isLive = ({ starts_at, ends_at }: LiveClass) => starts_at <= Date.now() && Date.now() < ends_at
  await day.fill(await dayOf(learner, isLive))
  // Early in the Indian morning another class is live beside it.
  const live = page.getByRole('listitem').filter({ hasText: 'Writs and remedies: live practice' })
  await expect(live).toContainText('LIVE NOW')
  await expect(live).toContainText('Lekha Varma')
  const joined = page.waitForResponse(/live_class\/join/)
  const opened = context.waitForEvent('page')
  await live.getByRole('link', { name: /^Join Class/ }).click()
  await opened
  expect((await joined).status()).toBe(200)

  await day.fill(await dayOf(learner, ({ ends_at }) => ends_at < Date.now() - DAY / 24))
  const over = page.getByRole('listitem').filter({ hasText: 'Ended' }).first()
  await expect(over.getByRole('button', { name: /^Join Class/ })).toBeDisabled()
})

/** The day in India on which such a class began: today, or one of the days before. */
async function dayOf({ token }: LoggedIn, wanted: (entry: LiveClass) => boolean): Promise<string> {
  for (let before = 0; before < 3; before += 1) {
    const day = indianDay(Date.now() - before * DAY)
    const response = await fetch(`${serverUrl()}/api/v1/user/live_class/by_date?livedate=${day}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (((await response.json()) as LiveClass[]).some(wanted)) return day
  }
  throw new Error('The demo has such a class')
}
