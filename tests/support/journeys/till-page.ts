import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FrameLocator, Page } from '@playwright/test'
import { expect, fromAnAddress, serverUrl, type LoggedIn } from './browser.ts'
import { api } from './exam-page.ts'

/** Courses of the demo, the newest first. */
export async function demoCourses(): Promise<{ id: number; title: string }[]> {
  const response = await fetch(`${serverUrl()}/api/v1/user/courses`, { headers: fromAnAddress() })
  return ((await response.json()) as { data: { id: number; title: string }[] }).data
}

interface Details {
  title: string
  price: number
  gst: number
  pricegst: number
}

/** What a course costs, in rupees. */
async function priceOf(learner: LoggedIn, courseId: number): Promise<Details> {
  const reply = await api<{ course_details: Details }>(learner, `/courses/wac/checkCoursePurchseStatus?id=${courseId}`)
  return reply.course_details
}

/** A course of the demo that costs GST. */
export async function taxedCourse(learner: LoggedIn): Promise<Details & { id: number }> {
  for (const { id } of await demoCourses()) {
    const details = await priceOf(learner, id)
    if (details.gst > 0) return { ...details, id }
  }
  throw new Error('The demo has no course with GST')
}

export const inr = (rupees: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(rupees)

export const proceed = (page: Page) => page.getByRole('button', { name: 'PROCEED TO BUY' })

/** The one thing of the bill that is chosen at the till. */
export const stateField = (page: Page) => page.getByLabel('State for your tax invoice')

export async function openTill(page: Page, courseId: number): Promise<void> {
  await page.goto(`/buycourse/${courseId}`)
  await stateField(page).selectOption('Kerala')
}

/** Goes to the provider's window and waits until it can be used. */
export async function toWindow(page: Page): Promise<FrameLocator> {
  await proceed(page).click()
  return readyWindow(page)
}

export async function readyWindow(page: Page): Promise<FrameLocator> {
  const shown = page.frameLocator('iframe[title="Payment Sandbox"]')
  await expect(shown.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
  return shown
}

export const payIn = (shown: FrameLocator) => shown.getByRole('button', { name: 'Pay', exact: true }).click()
export const decline = (shown: FrameLocator) => shown.getByRole('button', { name: 'Let the card be declined' }).click()
export const payLater = (shown: FrameLocator) => shown.getByRole('button', { name: 'Let the bank pay later' }).click()
export const dismiss = (shown: FrameLocator) => shown.getByRole('button', { name: 'Close the payment' }).click()

/** What a developer chooses in the window: 'Webhook', 'Signature'. */
export async function developer(shown: FrameLocator, choices: Record<string, string>): Promise<void> {
  await shown.getByText('For developers').click()
  for (const [label, value] of Object.entries(choices)) {
    const field = shown.getByLabel(label)
    if (label.startsWith('Delay')) await field.fill(value)
    else await field.selectOption(value)
  }
}

/** The success card as the specification words it. */
export async function expectSuccess(page: Page, timeout = 20_000): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout })
  await expect(page.getByText('Thank you for your purchase.', { exact: true })).toBeVisible()
  await expect(page.getByText('Your Order Placed Successfully.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(
    page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: /^Open the course|Go to/ })
      .first(),
  ).toHaveText('Open the course')
  await expect(page.getByRole('link', { name: 'Download Payment Receipt' })).toHaveAttribute(
    'href',
    /^\/my-purchases\/\d+\/receipt\/\d+$/,
  )
}

export const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Buys a course without the browser. @returns the transaction id */
export async function buyByCalls(learner: LoggedIn, courseId: number): Promise<number> {
  const { price, pricegst } = await priceOf(learner, courseId)
  const order = await api<{ order_id: string; transactionid: number }>(learner, '/product/create', {
    buyer_id: learner.id,
    content: courseId,
    payment_mode: 'online_payment',
    price,
    price_gst: pricegst,
  })
  const paid = await fetch(`${serverUrl()}/sandbox/orders/${order.order_id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'success', webhook: 'never' }),
  })
  const { razorpay_payment_id, razorpay_signature } = (await paid.json()) as Record<string, string>
  const told = await api<{ outcome: string }>(learner, '/product/payment', {
    transaction_id: order.transactionid,
    order_id: order.order_id,
    amount: pricegst,
    reference_id: razorpay_payment_id,
    signature: razorpay_signature,
    status: 'success',
  })
  expect(told.outcome).toBe('granted')
  return order.transactionid
}

/**
 * Makes a purchase one that was paid in part and has ended, as the office agrees with a learner: no call does that.
 * @param owed rupees
 */
export function oweRenewal(learner: LoggedIn, transaction: number, owed: number): void {
  const db = new DatabaseSync(path.join(process.env.E2E_DATA_DIR!, 'padavu.db'), { timeout: 10_000 })
  try {
    db.prepare("update purchases set payment_status = 'partialpymnt' where id = ?").run(transaction)
    db.prepare(
      `update enrolments set payment_status = 'partialpymnt', renewal_paise = ?, valid_until = ?
       where user_id = ? and course_id = (select course_id from purchases where id = ?)`,
    ).run(owed * 100, Date.now() - 86_400_000, learner.id, transaction)
  } finally {
    db.close()
  }
}
