import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutEvents } from './checkout.browser.ts'
import type { Checkout } from './purchases.contract.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
})

/** What each of the provider's windows that were opened tells. */
let windows: CheckoutEvents[]
vi.mock('./checkout.browser.ts', () => ({
  ScriptFailed: class extends Error {},
  openCheckout: async (_checkout: Checkout, _order: string, events: CheckoutEvents) => void windows.push(events),
}))

const { $user } = await import('#features/auth/auth.store.ts')
const { toast } = await import('#ui/Toasts.tsx')
const { proceed } = await import('./payment.store.ts')
const { $buyerState, $notice, $stateProblem, $step, $till, chooseState, load, namesState, openTill } =
  await import('./till.store.ts')
const { Till } = await import('./ui/till/Till.tsx')

const checkout = { label: 'The bank', script: '/window.js', global: 'Bank', key: 'k', amount: 11_800 }
const order = { status: true, success: true, message: '', order_id: 'order_1', transactionid: 9, checkout }
const course = { title: 'Tenth Level', thumbnail: '/t.svg', price: 100, gst: 18, pricegst: 118 }
const nothingYet = { payment: 'none', refund: null, receipt_url: null, billing_state: '32' }
const isPaid = { ...nothingYet, payment: 'granted', receipt_url: '/my-purchases/9/receipt/1' }

type Answer = () => Response | Promise<Response>
const says =
  (body: object, status = 200): Answer =>
  () =>
    Response.json(body, { status })
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** What is answered to a call, by a part of its path; changed while a test goes on. */
let answers: Record<string, Answer>
let sent: string[]
let bodies: string[]
let visited: string[]
let leave = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  windows = []
  sent = []
  bodies = []
  visited = []
  answers = {
    checkCoursePurchseStatus: says({ course_status: 'Not Purchased', course_details: course }),
    'product/state': says(nothingYet),
    'product/create': says(order),
    'product/free': says({ transactionid: 9, receipt_url: isPaid.receipt_url }),
    'product/payment': says({ outcome: 'granted', receipt_url: isPaid.receipt_url }),
    customercoursepurchaselog: says({}),
  }
  const window = new EventTarget()
  const listening = {
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
  }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { dataset: {} }, ...listening })
  vi.stubGlobal('location', { pathname: '/buycourse/7', search: '', replace: (to: string) => visited.push(to) })
  for (const [name, value] of Object.entries(listening)) vi.stubGlobal(name, value)
  vi.stubGlobal('fetch', async (path: string, init?: { body?: unknown }) => {
    sent.push(path)
    bodies.push(String(init?.body))
    return Object.entries(answers).find(([part]) => path.includes(part))![1]()
  })
  vi.spyOn(toast, 'error').mockReturnValue('')
  $user.set({ id: 5, token: 'secret', name: 'Asha Menon', phone: '9000000001', email: 'asha@example.org' } as never)
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

async function atTheTill(): Promise<void> {
  leave = openTill('purchase', 7)
  await vi.advanceTimersByTimeAsync(0)
}
/** At the provider's window. */
async function atTheWindow(): Promise<CheckoutEvents> {
  await atTheTill()
  await proceed()
  expect($step.get()).toBe('paying')
  return windows.at(-1)!
}
const said = () => vi.mocked(toast.error).mock.lastCall?.[0]
const paid = async (shown: CheckoutEvents) => {
  shown.paid({ id: 'pay_1', signature: 'signed' })
  await vi.advanceTimersByTimeAsync(0)
}
/** What a learner reads. */
const shown = () => renderToStaticMarkup(<Till kind="purchase" courseId={7} />).replace(/<[^>]+>/g, ' ')

describe('what is wanted', () => {
  it.each([
    ['the server answers without it', says({ course_status: 'Not Purchased', course_details: null })],
    ['the server knows none', says({ message: 'No course found' }, 404)],
  ])('is no course where %s', async (_, answer) => {
    answers.checkCoursePurchseStatus = answer
    await atTheTill()
    expect(shown()).toContain('No course found')
    expect(shown()).toContain('Browse Courses')
  })

  it('is theirs already who bought it: its page opens', async () => {
    answers.checkCoursePurchseStatus = says({ course_status: 'Active', course_details: course })
    await atTheTill()
    expect(visited).toEqual(['/my-courses/7'])
  })

  it('is asked for by somebody whose log-in has ended, which the page says with the way to the next', async () => {
    answers.checkCoursePurchseStatus = says({ message: 'Unauthorized' }, 401)
    await atTheTill()
    expect(shown()).toMatch(/Your session has ended.*Log in again to come back here\..*Log in/)
  })

  it('cannot be told without a server, or where it fails, and the page says which', async () => {
    answers.checkCoursePurchseStatus = unreachable
    await atTheTill()
    expect(shown()).toContain('You seem to be offline.')
    answers.checkCoursePurchseStatus = says({ message: '' }, 500)
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toContain('You have not been charged. Please try again.')
  })

  it('is not sold to an account that lacks what a receipt needs: each field says so', async () => {
    $user.set({ id: 5, token: 'secret', name: '', phone: '12345', email: null } as never)
    await atTheTill()
    expect(shown()).toContain('Full name is required')
    expect(shown()).toContain('Please enter a valid 10-digit phone number')
    expect(shown()).toContain('Email is required')
    expect(shown()).toContain('Ask us to complete them')
  })
})

describe('a free course', () => {
  const free = { ...course, price: 0, pricegst: 0 }
  beforeEach(() => {
    answers.checkCoursePurchseStatus = says({ course_status: 'Not Purchased', course_details: free })
  })

  it('opens without billing details and without the payment window', async () => {
    await atTheTill()
    expect(shown()).toMatch(/Open the course.*Total.*Free.*OPEN THE COURSE.*This course is free\./)
    expect(shown()).not.toMatch(/Billing|State|PROCEED TO BUY/)
    await proceed()
    expect([$step.get(), windows, sent.filter((path) => path.includes('product/create'))]).toEqual(['done', [], []])
    expect(shown()).toMatch(/Your course is open.*This course is free.*Download Payment Receipt/)
    expect(shown()).not.toContain('Payment Successful!')
  })

  it('that costs money by now shows the new price', async () => {
    await atTheTill()
    answers['product/free'] = says({ code: 'price_changed', message: 'It is now ₹118.00' }, 409)
    answers.checkCoursePurchseStatus = says({ course_status: 'Not Purchased', course_details: course })
    await proceed()
    await vi.advanceTimersByTimeAsync(0)
    expect($notice.get()).toEqual({ is: 'price', message: 'It is now ₹118.00' })
    expect(shown()).toContain('PROCEED TO BUY')
  })

  it('whose answer is lost leads to the course on the next try', async () => {
    await atTheTill()
    answers['product/free'] = unreachable
    await proceed()
    expect($step.get()).toBe('idle')
    answers['product/free'] = says({ code: 'already_purchased', message: 'You already have this course.' }, 409)
    answers.checkCoursePurchseStatus = says({ course_status: 'Active', course_details: free })
    await proceed()
    await vi.advanceTimersByTimeAsync(0)
    expect(visited).toEqual(['/my-courses/7'])
  })
})

describe("the buyer's state", () => {
  it('is the one of the last purchase, stays chosen when the page is loaded anew, and goes with the order', async () => {
    await atTheTill()
    expect($buyerState.get()).toBe('32')
    chooseState('29')
    await load()
    await proceed()
    const order = bodies[sent.findIndex((path) => path.includes('product/create'))]!
    expect(JSON.parse(order)).toMatchObject({ state: '29' })
  })

  it('is asked for where there is none, at its field, until one is chosen', async () => {
    answers['product/state'] = says({ ...nothingYet, billing_state: null })
    await atTheTill()
    expect([namesState(), $stateProblem.get()]).toEqual([false, 'Please choose your state'])
    expect(shown()).toContain('Please choose your state')
    chooseState('96')
    expect([namesState(), $stateProblem.get()]).toEqual([true, undefined])
    expect(shown()).not.toContain('Please choose your state')
  })
})

describe('an order', () => {
  it.each([
    ['has no id', { ...order, order_id: null }],
    ['has no transaction', { ...order, transactionid: '9' }],
    ['has no checkout', { ...order, checkout: undefined }],
    ['is for nothing', { ...order, checkout: { ...checkout, amount: 0 } }],
  ])('that %s makes no sense: no window opens, and it can be tried again', async (_, reply) => {
    await atTheTill()
    answers['product/create'] = says(reply)
    await proceed()
    expect([said(), $step.get(), windows.length]).toEqual(['Invalid order details received from server.', 'idle', 0])
    answers['product/create'] = says(order)
    await proceed()
    expect($step.get()).toBe('paying')
  })

  it.each([
    ['is refused', says({ message: 'The seller is away.' }, 503), 'The seller is away.'],
    ['is refused without a word', says({ message: '' }, 500), 'Failed to create order.'],
    ['cannot be asked for', unreachable, 'Failed to create order.'],
  ])('that %s is said', async (_, answer, message) => {
    await atTheTill()
    answers['product/create'] = answer
    await proceed()
    expect([said(), $step.get(), windows.length]).toEqual([message, 'idle', 0])
  })

  it('is not made of a price that has changed: the page tells the new one, which stands there', async () => {
    await atTheTill()
    const message = 'The price of this course has changed.'
    answers['product/create'] = says({ code: 'price_changed', message }, 409)
    answers.checkCoursePurchseStatus = says({
      course_status: 'Not Purchased',
      course_details: { ...course, price: 200, pricegst: 236 },
    })
    await proceed()
    await vi.advanceTimersByTimeAsync(0)
    expect($notice.get()).toEqual({ is: 'price', message })
    expect($till.get()).toMatchObject({ is: 'open', sale: { price: 200, total: 236 } })
    expect(shown()).toMatch(/The price of this course has changed\. Please check the total.*₹236\.00/)
  })

  it('of a course that another tab has bought leads to the course', async () => {
    await atTheTill()
    answers['product/create'] = says({ code: 'already_purchased', message: 'You have this course.' }, 409)
    answers.checkCoursePurchseStatus = says({ course_status: 'Active', course_details: course })
    await proceed()
    await vi.advanceTimersByTimeAsync(0)
    expect([said(), visited]).toEqual(['You have this course.', ['/my-courses/7']])
  })

  it('is one, of two clicks', async () => {
    await atTheTill()
    await Promise.all([proceed(), proceed()])
    expect(sent.filter((path) => path.includes('product/create'))).toHaveLength(1)
    expect(windows).toHaveLength(1)
  })
})

describe('a payment that the window says was made', () => {
  it.each([
    ['with a signature that is forged', says({ message: 'no' }, 422), 'Payment verification failed.'],
    ['to a server that fails', says({ message: 'no' }, 500), 'Failed to verify payment.'],
    ['to a server that is away', unreachable, 'Failed to verify payment.'],
  ])('%s counts when the provider says so', async (_, answer, message) => {
    const bank = await atTheWindow()
    answers['product/payment'] = answer
    answers['product/state'] = says({ ...nothingYet, payment: 'pending' })
    await paid(bank)
    expect([said(), $step.get()]).toEqual([message, 'confirming'])
    answers['product/state'] = says(isPaid)
    await vi.advanceTimersByTimeAsync(3000)
    expect($step.get()).toBe('done')
    expect(shown()).toContain('Payment Successful!')
  })

  it('and of which the provider knows nothing was not verified, or else not made', async () => {
    answers['product/payment'] = says({ message: 'no' }, 422)
    await paid(await atTheWindow())
    expect($notice.get()).toEqual({ is: 'unverified' })
    expect(shown()).toContain('The payment could not be verified')
    answers['product/payment'] = unreachable
    await proceed()
    await paid(windows.at(-1)!)
    expect($notice.get()).toEqual({ is: 'not-paid' })
    expect(shown()).toContain('You have not been charged.')
  })
})
