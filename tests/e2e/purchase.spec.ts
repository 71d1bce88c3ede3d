import {
  intercepting,
  expect,
  expectAccessible,
  logIn,
  newPhone,
  test,
  type LoggedIn,
} from '../support/journeys/browser.ts'
import { api } from '../support/journeys/exam-page.ts'
import { logInByHand } from '../support/journeys/login-page.ts'
import {
  decline,
  demoCourses,
  developer,
  dismiss,
  expectSuccess,
  inr,
  openTill,
  payIn,
  payLater,
  proceed,
  readyWindow,
  stateField,
  taxedCourse,
  toast,
  toWindow,
} from '../support/journeys/till-page.ts'

const PROVIDER = 'Payment Sandbox'

test.describe('who buys a course', () => {
  test('comes from its public page after a log-in that has ended, registers, pays with the keyboard alone, and owns it', async ({
    page,
    allow,
  }) => {
    allow(/^401 /)
    const [course] = await demoCourses()
    await page.goto(`/courses/${course!.id}`)
    await page.evaluate(() =>
      localStorage.setItem('user', JSON.stringify({ id: 1, token: 'gone', registration_completed: 'Y' })),
    )
    await page.getByRole('link', { name: 'Buy Now' }).filter({ visible: true }).first().click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await expect(page).toHaveURL(`/buycourse/${course!.id}`)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/auth')
    await logInByHand(page, newPhone())
    await page.getByRole('textbox', { name: 'Name' }).fill('Meera Pillai')
    await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.org')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`/buycourse/${course!.id}`)
    await expect(page.getByText(course!.title).last()).toBeVisible()

    const logged = page.waitForRequest(/customercoursepurchaselog\?.*page=proceed_to_buy_web/)
    await expect(proceed(page)).toBeVisible()
    await proceed(page).focus()
    await page.keyboard.press('Enter')
    // The tax goes to the learner's state, which nobody knows yet.
    await expect(stateField(page)).toBeFocused()
    await expect(page.getByText('Please choose your state')).toBeVisible()
    await page.keyboard.type('Karn')
    await expect(page.getByText('Please choose your state')).toBeHidden()
    await proceed(page).focus()
    await page.keyboard.press('Enter')
    await logged
    const shown = await readyWindow(page)
    await expect(shown.getByRole('button', { name: 'Pay', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectSuccess(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
    await expect(page.getByText('Test mode: no real payment is taken.')).toBeVisible()
    await expectAccessible(page)
    const learner = JSON.parse((await page.evaluate(() => localStorage.getItem('user')))!) as LoggedIn
    const { course_status } = await api<{ course_status: string }>(
      learner,
      `/courses/wac/checkCoursePurchseStatus?id=${course!.id}`,
    )
    expect(course_status).toBe('Active')
    await page.goto((await page.getByRole('link', { name: 'Download Payment Receipt' }).getAttribute('href'))!)
    await expect(page.getByText('Karnataka (29)')).toBeVisible()
    await expect(page.getByText(/^IGST \(\d+%\)$/)).toBeVisible()
    await expect(page.getByText(/GST/).filter({ hasText: /[CS]GST/ })).toHaveCount(0)
  })

  test('may fail, give up, and succeed in the same window after another failure', async ({ page }) => {
    await logIn(page)
    const [course] = await demoCourses()
    await openTill(page, course!.id)
    const told: object[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/user/product/payment')) told.push(request.postDataJSON() as object)
    })
    let shown = await toWindow(page)
    await decline(shown)
    await toast(page, `Payment failed from ${PROVIDER} Please try again.`)
    await dismiss(shown)
    await toast(page, 'Payment was cancelled.')
    await expect(page.getByText('You have not been charged.')).toBeVisible()
    expect(told).toMatchObject([{ status: 'failed', reference_id: '404', gateway: PROVIDER }])

    shown = await toWindow(page)
    await decline(shown)
    await expect(shown.getByText('You can try again.')).toBeVisible()
    await payIn(shown)
    await expectSuccess(page)
    await expect(page.getByText(/Payment (was cancelled|failed)/)).toHaveCount(0)
    expect(told.at(-1)).toMatchObject({ status: 'success' })
  })

  test('makes one order with a double click, goes on in a new window when the first went away, and has what the provider says', async ({
    page,
    allow,
  }) => {
    allow(/^422 POST .*\/product\/payment/)
    await logIn(page)
    const [course] = await demoCourses()
    const orders: string[] = []
    page.on('request', (request) => request.url().endsWith('/product/create') && orders.push(request.url()))
    await openTill(page, course!.id)
    await proceed(page).dblclick()
    await readyWindow(page)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(orders).toHaveLength(1)
    await page.locator('dialog:has(> iframe[title="Payment Sandbox"])').evaluate((dialog) => dialog.remove())
    await expect(page.getByText('Was the payment window closed?')).toBeVisible()
    await page.getByRole('button', { name: 'Pay again' }).click()
    const shown = await readyWindow(page)
    await developer(shown, { Webhook: 'never', Signature: 'wrong' })
    const refused = page.waitForResponse(/\/user\/product\/payment$/)
    await payIn(shown)
    expect((await refused).status()).toBe(422)
    await expectSuccess(page)
  })

  test('finds the truth after a closed tab: being confirmed, then paid', async ({ page, context }) => {
    // The bank takes its time.
    test.slow()
    await logIn(page)
    const [course] = await demoCourses()
    await openTill(page, course!.id)
    const shown = await toWindow(page)
    await developer(shown, { Webhook: 'never', 'Delay in seconds': '25' })
    await payLater(shown)
    await expect(shown.getByText('Your bank has not confirmed the payment yet.')).toBeVisible()
    await page.close()
    const back = await context.newPage()
    await back.goto(`/buycourse/${course!.id}`)
    await expect(back.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    await expectAccessible(back)
    await expectSuccess(back, 60_000)
  })

  test('in two tabs pays once, and not before the account has what a receipt needs', async ({
    page,
    context,
    allow,
  }) => {
    allow(/^409 POST \/sandbox/)
    await logIn(page)
    const [course] = await demoCourses()
    const other = await context.newPage()
    await openTill(page, course!.id)
    await openTill(other, course!.id)
    const details = { name: 'Asha Menon', email: 'asha@example.org' }
    // What one tab stores of the learner, the other shows.
    const store = (changes: object) =>
      other.evaluate((given) => {
        const user = JSON.parse(localStorage.getItem('user')!) as object
        localStorage.setItem('user', JSON.stringify({ ...user, ...given }))
      }, changes)
    await store({ name: '', email: null })
    await expect(page.getByText('Full name is required')).toBeVisible()
    await proceed(page).click()
    await expect(page.getByRole('region', { name: 'Billing details' })).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await store(details)
    await expect(page.getByText('Full name is required')).toBeHidden()

    const [first, second] = [await toWindow(page), await toWindow(other)]
    await payIn(first)
    await expectSuccess(page)
    await payIn(second)
    await expect(second.getByText('This order is paid')).toBeVisible()
    await dismiss(second)
    await expectSuccess(other)
  })

  test(
    'sees the new price to the paisa, tries a lost checkout again, and is told of money that could not be used and went back',
    intercepting,
    async ({ page, allow }) => {
      allow(/^409 POST .*\/product\/create/)
      const learner = await logIn(page)
      const course = await taxedCourse(learner)
      await page.route(
        '**/checkCoursePurchseStatus*',
        async (route) => {
          const response = await route.fetch()
          const reply = (await response.json()) as { course_details: object }
          await route.fulfill({
            json: { ...reply, course_details: { ...reply.course_details, price: 1, pricegst: 1.18 } },
          })
        },
        { times: 1 },
      )
      await openTill(page, course.id)
      await expect(page.getByText(inr(1.18))).toBeVisible()
      await proceed(page).click()
      const notice = page.getByText(`The price of this course has changed. It is now ${inr(course.pricegst)}`)
      await expect(notice).toBeVisible()
      for (const [label, value] of [
        ['Full name', 'Asha Menon'],
        ['Phone number', learner.phone],
        ['Email', `learner${learner.phone}@example.org`],
      ] as const) {
        await expect(page.getByLabel(label)).toHaveValue(value)
        await expect(page.getByLabel(label)).toHaveAttribute('readonly')
      }
      const summary = page.getByRole('form', { name: 'Order summary' })
      await expect(summary).toContainText(inr(course.price))
      await expect(summary).toContainText(`GST (${course.gst}%)`)
      await expect(summary).toContainText(inr((course.price * course.gst) / 100))
      await expect(summary).toContainText(inr(course.pricegst))
      await expect(page.getByText('Test mode: no real payment is taken.')).toBeVisible()
      await expectAccessible(page, 'main')

      await page.route('**/sandbox/checkout.js', (route) => route.abort(), { times: 1 })
      await proceed(page).click()
      await toast(page, `The checkout of ${PROVIDER} failed to load. Please check your connection and try again.`)
      const shown = await toWindow(page)
      await expect(shown.getByText(inr(course.pricegst))).toBeVisible()
      await expect(shown.getByText('Test mode: no real payment is taken.')).toBeVisible()
      await developer(shown, { Webhook: 'never', Amount: 'wrong' })
      await payIn(shown)
      await expect(page.getByText(/^Your payment of ₹[\d,.]+ could not be used for this course and/)).toBeVisible()
      await page.getByRole('link', { name: 'Show the payment' }).click()
      await expect(page.getByText(/^(Refunded|Refund on its way)$/)).toBeVisible()
      await expect(page.getByText('Not paid')).toBeVisible()
      await expect(page.getByRole('link', { name: /^Download Payment Receipt/ })).toHaveCount(0)
    },
  )
})
