import { intercepting, expect, expectAccessible, logIn, newPhone, test } from '../support/browser.ts'
import { fact } from '../support/exam-page.ts'
import {
  buyByCalls,
  demoCourses,
  developer,
  dismiss,
  expectSuccess,
  inr,
  oweRenewal,
  payIn,
  proceed,
  taxedCourse,
  toWindow,
} from '../support/till-page.ts'

test.describe('a purchase that was paid in part', () => {
  test('is renewed from its course, and both payments have a receipt for their payer alone', async ({
    page,
    context,
    allow,
  }) => {
    test.slow()
    // The tab behind the receipt follows the learner who logs in at the end, and asks as them.
    allow(/^404 GET .*\/(product\/invoice|customerpaymenthistorylist)/)
    const learner = await logIn(page)
    const course = await taxedCourse(learner)
    const transaction = await buyByCalls(learner, course.id)
    oweRenewal(learner, transaction, 1500)

    await page.goto(`/my-purchases/${transaction}`)
    await expect(page.getByText('Partially Paid', { exact: true })).toBeVisible()
    await page.goto(`/my-courses/${course.id}`)
    await page.getByRole('link', { name: 'Renewal' }).first().click()
    await expect(page).toHaveURL(`/my-courses/${course.id}/renewal`)
    await page.reload()
    await expect(proceed(page)).toBeVisible()
    const summary = page.getByRole('form', { name: 'Order summary' })
    await expect(summary).toContainText(inr(1500))
    // No line of its own for GST, and a word that it is in the amount.
    await expect(summary).not.toContainText('GST (')
    await expect(fact(summary, 'Renewal amount')).toHaveText(`${inr(1500)}incl. GST`)
    await expectAccessible(page)
    let shown = await toWindow(page)
    await dismiss(shown)
    await expect(page.getByText('You have not been charged.')).toBeVisible()
    shown = await toWindow(page)
    await payIn(shown)
    await expectSuccess(page)

    await page.goto(`/my-courses/${course.id}/renewal`)
    await expect(page.getByText('There is nothing to pay for this course.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await expect(page).toHaveURL(`/my-courses/${course.id}`)

    await page.goto('/my-purchases')
    await expect(page.getByRole('list', { name: 'Renewals' })).toContainText(inr(1500))
    await page.getByRole('link', { name: course.title }).click()
    await expect(page).toHaveURL(`/my-purchases/${transaction}`)
    await expect(page.getByText(inr(course.pricegst + 1500))).toBeVisible()
    const order = page.getByRole('region', { name: 'Order summary' })
    await expect(fact(order, 'Sales representative')).toHaveText('NA')
    await expect(fact(order, 'Offer price')).toHaveText(`${inr(course.price)} excl. GST`)
    await expect(fact(order, 'Payment status')).toHaveText('Closed')

    const links = page.getByRole('link', { name: /^Download Payment Receipt/ })
    await expect(links).toHaveCount(2)
    await expect(page.getByText('Test mode: no real payment is taken.')).toBeVisible()
    const opened = context.waitForEvent('page')
    await links.last().click()
    const receipt = await opened
    await expect(receipt.getByText(inr(course.pricegst)).last()).toBeVisible()
    // On paper, too, where nothing of the page around it is.
    await receipt.emulateMedia({ media: 'print' })
    await expect(receipt.getByText('Test mode: no real payment was taken, and this is not an invoice.')).toBeVisible()
    await receipt.emulateMedia({ media: 'screen' })
    await expect(fact(receipt.locator('article'), 'Number')).toHaveText(/^SB\/\d\d-\d\d\/\d{6}$/)
    await expect(receipt.getByText(/^Rupees .+ only$/)).toBeVisible()
    // Paper: in black on white without the buttons, whatever the theme.
    await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(receipt.getByRole('button', { name: /^Print/ })).toBeHidden()
    expect(await receipt.evaluate(() => getComputedStyle(document.querySelector('article h1')!).color)).toMatch(
      /^rgb\(0, 0, 0\)$|^#000/,
    )

    const address = receipt.url()
    await logIn(receipt)
    await receipt.goto(address)
    await expect(receipt.getByText('There is no such receipt.')).toBeVisible()
  })
})

test('a renewal of which more is owed by the time it is paid comes back, and says so wherever it is looked at', async ({
  page,
}) => {
  const learner = await logIn(page)
  const course = await taxedCourse(learner)
  const transaction = await buyByCalls(learner, course.id)
  oweRenewal(learner, transaction, 500)
  await page.goto(`/my-courses/${course.id}/renewal`)
  const shown = await toWindow(page)
  oweRenewal(learner, transaction, 800)
  await payIn(shown)
  const why = 'The amount due for this course changed before you paid. It is now ₹800.00.'
  await expect(page.getByText(`Your payment of ${inr(500)} could not be used for this course`)).toContainText(why)
  await expect(page.getByRole('form', { name: 'Order summary' })).toContainText(inr(800))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show the payment' }).click()
  await expect(page.getByText('This payment could not be used')).toContainText(why)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(`Your payment of ${inr(500)} is being refunded`)).toBeVisible()
})

test.describe('the purchases', () => {
  test('of a learner who bought nothing lead to the courses', async ({ page }) => {
    await logIn(page)
    await page.goto('/my-purchases')
    await expect(page.getByText('You haven’t purchased any courses yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Browse Courses' }).click()
    await expect(page).toHaveURL('/courses')
  })

  test('stand ten a page, newest first, with what was paid and until when they are valid', async ({ page }) => {
    const learner = await logIn(page, newPhone())
    const courses = (await demoCourses()).slice(0, 11)
    for (const { id } of courses) await buyByCalls(learner, id)
    await page.goto('/my-purchases')
    const cards = page.getByRole('group', { name: 'Purchases' }).getByRole('article')
    await expect(cards).toHaveCount(10)
    await expect(cards.first()).toContainText(courses[10]!.title)
    await expect(cards.first()).toContainText(/Valid till \d\d-\d\d-\d{4}/)
    await expect(cards.first()).toContainText('Paid amount')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText(courses[0]!.title)
    await page.reload()
    await expect(cards).toHaveCount(1)
    await page.goBack()
    await expect(cards).toHaveCount(10)
  })

  test('that cannot be loaded say so and can be asked for again', intercepting, async ({ page }) => {
    await logIn(page)
    await page.route('**/customerpurchasehistorylist/**', (route) => route.abort(), { times: 1 })
    await page.goto('/my-purchases')
    await expect(page.getByText('Failed to load data')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('You haven’t purchased any courses yet.')).toBeVisible()
  })

  test('tell of money that could not be used and went back', async ({ page }) => {
    await logIn(page)
    const [course] = await demoCourses()
    await page.goto(`/buycourse/${course!.id}`)
    const shown = await toWindow(page)
    await developer(shown, { Webhook: 'never', Amount: 'wrong' })
    await payIn(shown)
    await expect(page.getByText(/^Your payment of ₹[\d,.]+ could not be used for this course and/)).toBeVisible()
    await page.getByRole('link', { name: 'Show the payment' }).click()
    await expect(page.getByText(/^(Refunded|Refund on its way)$/)).toBeVisible()
    await expect(page.getByText('Not paid')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Download Payment Receipt/ })).toHaveCount(0)
  })
})
