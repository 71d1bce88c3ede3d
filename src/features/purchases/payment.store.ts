import { $user } from '#features/auth/auth.store.ts'
import { logPurchaseInterest } from '#features/course/course.contract.ts'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { toast } from '#ui/Toasts.tsx'
import { openCheckout, ScriptFailed } from './checkout.browser.ts'
import { FAILED_REFERENCE, messages } from './checkout.rules.ts'
import {
  createOrder,
  initiateRenewal,
  openFreeCourse,
  storeRenewal,
  verifyPayment,
  type Checkout,
} from './purchases.contract.ts'
import {
  $asked,
  $buyerState,
  $notice,
  $receipt,
  $step,
  $till,
  advance,
  ask,
  load,
  noteLoggedOut,
  sayWhenNothing,
  told,
  type Sale,
} from './till.store.ts'

/** Pays for what is on the till: the order, the provider's window, and telling the server how it ended. */

interface Order {
  id: string
  transactionId: number
  checkout: Checkout
}

/** 'PROCEED TO BUY'. */
export async function proceed(): Promise<void> {
  const till = $till.get()
  if (till.is !== 'open' || $step.get() !== 'idle' || advance('buy') !== 'ordering') return
  const { sale } = till
  $notice.set(undefined)
  sayWhenNothing({ is: 'not-paid' })
  call(logPurchaseInterest, {
    query: { course_id: sale.courseId, page: 'proceed_to_buy_web' },
    keepalive: true,
  }).catch((error: unknown) => noteFailure('The purchase log', error))
  let label = ''
  try {
    if (sale.total === 0) {
      const { receipt_url } = await call(openFreeCourse, { body: { content: sale.courseId } })
      $receipt.set(receipt_url)
      return void advance('granted')
    }
    const order = await makeOrder(sale)
    if (!order) {
      toast.error(messages.badOrder)
      return void advance('refused')
    }
    label = order.checkout.label
    await openCheckout(order.checkout, order.id, {
      paid: (payment) => void paid(sale, order, payment),
      declined: () => {
        advance('declined')
        toast.error(messages.failed(label))
      },
      dismissed: () => void dismissed(sale, order),
    })
    advance('opened')
  } catch (error) {
    advance('refused')
    refused(error, label)
  }
}

/** @returns nothing when the reply makes no sense */
async function makeOrder(sale: Sale): Promise<Order | undefined> {
  const { courseId, price, total } = sale
  const state = $buyerState.get()
  if (sale.kind === 'renewal') {
    const reply = await call(initiateRenewal, { body: { transaction_id: sale.transactionId ?? 0, state } })
    return orderOf(reply.order_id, reply.transaction_id, reply.checkout)
  }
  const reply = await call(createOrder, {
    body: {
      buyer_id: $user.get()?.id ?? 0,
      content: courseId,
      payment_mode: 'online_payment',
      price,
      price_gst: total,
      state,
    },
  })
  return orderOf(reply.order_id, reply.transactionid, reply.checkout)
}

/** The reply comes from the network: what money depends on is looked at. */
function orderOf(id: unknown, transactionId: unknown, checkout: Checkout | undefined): Order | undefined {
  if (typeof id !== 'string' || id === '' || !Number.isInteger(transactionId)) return undefined
  if (!checkout?.script || !checkout.key || !(checkout.amount > 0)) return undefined
  return { id, transactionId: transactionId as number, checkout }
}

function refused(error: unknown, label: string): void {
  if (error instanceof ScriptFailed) return void toast.error(messages.scriptError(label))
  if (error instanceof Unreachable) return void toast.error(messages.orderError)
  if (!(error instanceof ApiError)) {
    toast.error(messages.error)
    return noteFailure('The checkout', error)
  }
  if (error.status === 401) return noteLoggedOut()
  if (error.code === 'price_changed') {
    void load().then(() => $notice.set({ is: 'price', message: error.message }))
    return
  }
  toast.error(error.message || messages.orderError)
  // Another tab has paid: the page then leads to the course.
  if (error.code === 'already_purchased' || error.code === 'nothing_to_pay') void load()
}

interface Told {
  reference: string
  status: 'success' | 'failed'
  signature?: string | undefined
}

/** Tells the server how the checkout ended; the request outlives the page. */
async function tell(sale: Sale, order: Order, { reference, status, signature }: Told) {
  const body = {
    transaction_id: order.transactionId,
    order_id: order.id,
    amount: rupees(order.checkout.amount),
    reference_id: reference,
    status,
    ...(signature !== undefined && { signature }),
  }
  return sale.kind === 'renewal'
    ? call(storeRenewal, { body, keepalive: true })
    : call(verifyPayment, { body: { ...body, gateway: order.checkout.label }, keepalive: true })
}

async function paid(sale: Sale, order: Order, { id, signature }: { id: string; signature: string | undefined }) {
  if (advance('paid') !== 'verifying') return
  $asked.set(0)
  try {
    const { outcome, receipt_url } = await tell(sale, order, { reference: id, status: 'success', signature })
    if (outcome === 'granted') {
      $receipt.set(receipt_url)
      return void advance('granted')
    }
    if (outcome === 'failed') notVerified()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) notVerified()
    else toast.error(messages.verifyError)
  }
  // Whatever was said: what counts is what the provider says.
  if (advance('unclear') === 'confirming') void ask()
}

function notVerified(): void {
  sayWhenNothing({ is: 'unverified' })
  toast.error(messages.notVerified)
}

/** A dismissal is advice: the server asks the provider, and money that was captured all the same counts. */
async function dismissed(sale: Sale, order: Order): Promise<void> {
  if ($step.get() !== 'paying') return
  advance('dismissed')
  toast.error(messages.cancelled)
  try {
    const { outcome, receipt_url } = await tell(sale, order, { reference: FAILED_REFERENCE, status: 'failed' })
    if (outcome === 'granted') {
      $receipt.set(receipt_url)
      advance('granted')
    }
    if ($step.get() !== 'idle') return
    if (outcome === 'failed') $notice.set({ is: 'not-paid' })
    if (outcome === 'pending') told({ payment: 'pending', refund: null, receipt_url: null })
  } catch (error) {
    noteFailure('Telling of the cancelled payment', error)
  }
}
