import type { Page } from '@playwright/test'
import { expect, expectAccessible, logIn, newPhone, serverUrl, test } from '../support/browser.ts'
import { knownLearner, logInByHand, ready } from '../support/login-page.ts'

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test.describe('a stranger', () => {
  test('who opens a page for learners logs in first and then gets there, query and all', async ({ page }) => {
    const phone = await knownLearner(page)
    await page.goto('/mock-test?x=1')
    await expect(page).toHaveURL('/login')
    await logInByHand(page, phone)
    await expect(page).toHaveURL('/mock-test?x=1')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

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

  test('without a completed profile is forgotten and logs in', async ({ page }) => {
    await logIn(page)
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user')!) as object
      localStorage.setItem('user', JSON.stringify({ ...user, registration_completed: 'N' }))
      localStorage.setItem('user_preference', '{}')
    })
    await page.goto('/my-courses')
    await expect(page).toHaveURL('/login')
    await expect.poll(() => stored(page)).toEqual({})
  })

  test('of whom the browser remembers what makes no sense logs in', async ({ page }) => {
    await page.goto('/healthz')
    await page.evaluate(() => localStorage.setItem('user', 'not json'))
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await expect.poll(() => stored(page)).toEqual({})
  })
})

test.describe('a learner', () => {
  test('who is logged in has no business where buyers log in', async ({ page }) => {
    await logIn(page)
    await page.goto('/auth')
    await expect(page).toHaveURL('/dashboard')
  })

  test('whose session was ended elsewhere logs in again and goes on where they were', async ({ page, allow }) => {
    allow(/^401 /)
    const { token, phone } = await logIn(page)
    await page.goto('/my-courses?page=1')
    await expect(page.getByText('No courses enrolled yet.')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('user_preference', '{}'))
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${serverUrl()}/api/v1/user/logout`, { method: 'POST', headers })).status).toBe(200)

    // Not until it is loaded: the page leaves as soon as a call is refused.
    await page.reload({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/login')
    await expect.poll(() => stored(page)).toEqual({ redirectAfterLogin: '/my-courses?page=1' })
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await expectAccessible(page)
    await logInByHand(page, phone)
    await expect(page).toHaveURL('/my-courses?page=1')
    await expect(page.getByText('No courses enrolled yet.')).toBeVisible()
  })

  test('whose session was ended elsewhere reads on where everybody may, as a visitor', async ({ page, allow }) => {
    allow(/^401 /)
    const { token } = await logIn(page)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${serverUrl()}/api/v1/user/logout`, { method: 'POST', headers })).status).toBe(200)
    await page.goto('/courses')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeHidden()
    await expect.poll(() => stored(page)).toEqual({})
    await expect(page).toHaveURL('/courses')
  })

  test('who has to complete a profile first still gets to the page they wanted', async ({ page }) => {
    await page.goto('/my-courses')
    await expect(page).toHaveURL('/login')
    await logInByHand(page, newPhone())
    await page.getByRole('textbox', { name: 'Name' }).fill('Meera Pillai')
    await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.org')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/my-courses')
  })
})

test('log-in does not lead to another site', async ({ page }) => {
  const phone = await knownLearner(page)
  await page.goto('/login')
  await page.evaluate(() => {
    sessionStorage.setItem('loginOrigin', '//evil.example/')
    localStorage.setItem('redirectAfterLogin', '//evil.example/')
  })
  await logInByHand(page, phone)
  await expect(page).toHaveURL('/dashboard')
})
