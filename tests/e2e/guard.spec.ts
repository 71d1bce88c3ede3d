import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, outboxCode, serverUrl, test } from '../support/journeys/browser.ts'
import {
  askForCode,
  codeField,
  knownLearner,
  logInByHand,
  ready,
  verifyButton,
} from '../support/journeys/login-page.ts'

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test.describe('a stranger', () => {
  test('who was sent to log in leaves with Back', async ({ page }) => {
    await page.goto('/courses')
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/courses')
  })

  test('who wants to buy is welcomed, and gets to the purchase with its query after log-in', async ({ page }) => {
    const phone = await knownLearner(page)
    await page.goto('/buycourse/1?coupon=a%20b')
    await expect(page).toHaveURL('/auth')
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Padavu' })).toBeVisible()
    await expect.poll(() => stored(page)).toEqual({ redirectAfterLogin: '/buycourse/1?coupon=a%20b' })
    await logInByHand(page, phone)
    await expect(page).toHaveURL('/buycourse/1?coupon=a%20b')
    expect(Object.keys(await stored(page))).not.toContain('redirectAfterLogin')
  })
})

test.describe('the log-in of a public page', () => {
  const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log in' })

  test('leads back to the page with its query and hash, also after a reload at the code', async ({ page }) => {
    const phone = await knownLearner(page)
    const address = '/news/3?ref=mail&to=a%20b#content'
    await page.goto(address)
    // All visitors get the same link; the browser completes it.
    await expect(link(page)).toHaveAttribute('href', '/login?from=%2Fnews%2F3')
    await link(page).click()
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(address)}`)
    await askForCode(page, phone)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
    await codeField(page).fill(await outboxCode(phone))
    await verifyButton(page).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    // The log-in page is no step of the history, and sends on whoever has logged in.
    await page.goto(`/login?from=${encodeURIComponent(address)}`)
    await expect(page).toHaveURL(address)
  })

  test('leads back to a search, with the keyboard, and not to a page that does not exist', async ({ page, allow }) => {
    allow(/^404 GET \/nowhere$/)
    await page.goto('/search?q=polity&ref=mail')
    await expect(link(page)).toHaveAttribute('href', '/login?from=%2Fsearch%3Fq%3Dpolity')
    await link(page).press('Enter')
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/search?q=polity&ref=mail')}`)
    await page.goto('/nowhere')
    await link(page).click()
    await expect(page).toHaveURL('/login')
  })
})

test('a learner whose session was ended elsewhere logs in again and goes on where they were, or reads on where everybody may', async ({
  page,
  allow,
}) => {
  allow(/^401 /)
  const end = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${serverUrl()}/api/v1/user/logout`, { method: 'POST', headers })).status).toBe(200)
  }
  const { token, phone } = await logIn(page)
  await page.evaluate(() => localStorage.setItem('user_preference', '{}'))
  await end(token)
  // Not until it is loaded: the page leaves as soon as a call is refused.
  await page.goto('/my-courses?page=1', { waitUntil: 'commit' })
  await expect(page).toHaveURL('/login')
  await expect.poll(() => stored(page)).toEqual({ redirectAfterLogin: '/my-courses?page=1' })
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expectAccessible(page)
  await logInByHand(page, phone)
  await expect(page).toHaveURL('/my-courses?page=1')
  await expect(page.getByText('No courses enrolled yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')

  const second = JSON.parse((await stored(page)).user!) as { token: string }
  // What the page still asks for by itself would lead away from the next.
  await page.goto('about:blank')
  await end(second.token)
  await page.goto('/courses')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeHidden()
  await expect.poll(() => stored(page)).toEqual({})
  await expect(page).toHaveURL('/courses')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?from=%2Fcourses')
})
