import { intercepting, expect, expectAccessible, logIn, newPhone, test } from '../support/journeys/browser.ts'
import { fact } from '../support/journeys/exam-page.ts'
import {
  buyByCalls,
  demoCourses,
  dismiss,
  expectSuccess,
  inr,
  oweRenewal,
  payIn,
  taxedCourse,
  stateField,
  toWindow,
} from '../support/journeys/till-page.ts'

test('a purchase that was paid in part is renewed; what could not be used goes back, what was paid has a receipt', async ({
  page,
  context,
  allow,
}) => {
  test.slow()
  // Whose it is not.
  allow(/^404 GET .*\/product\/invoice\//, /^404 GET .*\/customerpaymenthistorylist\//)
  const learner = await logIn(page)
  const course = await taxedCourse(learner)
  const transaction = await buyByCalls(learner, course.id)
  oweRenewal(learner, transaction, 1500)

  await page.goto(`/my-courses/${course.id}/renewal`)
  const summary = page.getByRole('form', { name: 'Order summary' })
  await expect(summary).toContainText(inr(1500))
  // No line of its own for GST, and a word that it is in the amount.
  await expect(summary).not.toContainText('GST (')
  await expect(fact(summary, 'Renewal amount')).toHaveText(`${inr(1500)}incl. GST`)
  await stateField(page).selectOption('Kerala')
  let shown = await toWindow(page)
  await dismiss(shown)
  await expect(page.getByText('You have not been charged.')).toBeVisible()

  // More is owed by the time it is paid.
  shown = await toWindow(page)
  oweRenewal(learner, transaction, 1800)
  await payIn(shown)
  const why = 'The amount due for this course changed before you paid. It is now ₹1,800.00.'
  await expect(page.getByText(`Your payment of ${inr(1500)} could not be used for this course`)).toContainText(why)
  await expect(summary).toContainText(inr(1800))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show the payment' }).click()
  await expect(page.getByText('This payment could not be used')).toContainText(why)
  await expect(page.getByText('Partially Paid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(`Your payment of ${inr(1500)} is being refunded`)).toBeVisible()
  await page.goBack()
  await payIn(await toWindow(page))
  await expectSuccess(page)
  await page.goto(`/my-courses/${course.id}/renewal`)
  await expect(page.getByText('There is nothing to pay for this course.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the course' })).toHaveAttribute(
    'href',
    `/my-courses/${course.id}`,
  )

  await page.goto('/my-purchases')
  await expect(page.getByRole('list', { name: 'Renewals' })).toContainText(inr(1800))
  await page.getByRole('link', { name: course.title }).click()
  await expect(page).toHaveURL(`/my-purchases/${transaction}`)
  await expect(page.getByText(inr(course.pricegst + 1800))).toBeVisible()
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
  await expect(fact(receipt.locator('article'), 'Number')).toHaveText(/^SB\/\d\d-\d\d\/\d{6}$/)
  await expect(receipt.getByText(/^Rupees .+ only$/)).toBeVisible()
  // Paper: in black on white, without the buttons and all else around it, whatever the theme.
  await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt.getByText('Test mode: no real payment was taken, and this is not an invoice.')).toBeVisible()
  await expect(receipt.getByRole('button', { name: /^Print/ })).toBeHidden()
  expect(await receipt.evaluate(() => getComputedStyle(document.querySelector('article h1')!).color)).toMatch(
    /^rgb\(0, 0, 0\)$|^#000/,
  )

  const address = receipt.url()
  await logIn(receipt)
  await receipt.goto(address)
  await expect(receipt.getByText('There is no such receipt.')).toBeVisible()
})

test(
  'the purchases can be asked for again, are none at first, and stand ten a page, newest first',
  intercepting,
  async ({ page }) => {
    const learner = await logIn(page, newPhone())
    // What was asked for ahead is asked for once more.
    await page.route('**/customerpurchasehistorylist/**', (route) => route.abort(), { times: 2 })
    await page.goto('/my-purchases')
    await expect(page.getByText('Failed to load data')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('You haven’t purchased any courses yet.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')

    const courses = (await demoCourses()).slice(0, 11)
    for (const { id } of courses) await buyByCalls(learner, id)
    await page.goto('/my-purchases?page=2')
    const cards = page.getByRole('group', { name: 'Purchases' }).getByRole('article')
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText(courses[0]!.title)
    await page.getByRole('button', { name: 'Page 1' }).click()
    await expect(cards).toHaveCount(10)
    await expect(cards.first()).toContainText(courses[10]!.title)
    await expect(cards.first()).toContainText(/Valid till \d\d-\d\d-\d{4}/)
    await expect(cards.first()).toContainText('Paid amount')
    await page.goBack()
    await expect(cards).toHaveCount(1)
  },
)
