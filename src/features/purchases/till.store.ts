import { atom, computed } from 'nanostores'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { loading, type Loaded } from '#lib/browser/call/loading.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { paths } from '#lib/both/paths.ts'
import { toast } from '#ui/Toasts.tsx'
import { askAgainIn, nextStep, type Happening, type Step } from './checkout.rules.ts'
import { getBuying, type Buying } from './purchases.contract.ts'

/** What is sold on a page, and what became of its payment (payment.store.ts pays). */

/** What is sold here. Rupees. */
export interface Sale {
  kind: 'purchase' | 'renewal'
  courseId: number
  title: string
  thumbnail: string
  /** Before GST; renewals have no GST line (document 1, section 9). */
  price: number
  gst: number
  /** 0 of a free course, which needs no checkout. */
  total: number
  /** Whose renewal is paid. */
  transactionId?: number
}

/** What the server says of what is wanted. */
type Offer =
  /** 'No course found' */
  | { is: 'missing' }
  /** There is no renewal to pay; what the learner may do instead follows from the course's status. */
  | { is: 'nothing-to-pay'; status: Buying['course_status']; title: string; phone: string }
  | { is: 'open'; sale: Sale }
  /** The course is theirs already: its page is opening. */
  | { is: 'loading' }

export type Till = Offer | { is: 'failed'; why: 'unreachable' | 'logged-out' | 'error' }

/** What stays on the page beside the fleeting messages. */
export type Notice =
  | { is: 'price'; message: string }
  | { is: 'not-paid' }
  | { is: 'unverified' }
  | { is: 'refund'; refund: NonNullable<Buying['refund']> }

type Wanted = Pick<Sale, 'kind' | 'courseId'>

const offer = loading(
  (wanted: Wanted, signal) => (wanted.kind === 'purchase' ? askPurchase(wanted, signal) : askRenewal(wanted, signal)),
  { mayMiss: true },
)
/** The server has said so while something else was done. */
const $loggedOut = atom(false)

export const $till = computed([offer.$state, $loggedOut], (state, loggedOut): Till =>
  loggedOut ? { is: 'failed', why: 'logged-out' } : tillOf(state),
)
export const $step = atom<Step>('idle')
export const $notice = atom<Notice | undefined>(undefined)
/** Where the receipt of what was paid is; null where that is not known. */
export const $receipt = atom<string | null>(null)
/** GST code of the state that the learner has chosen, or named at their last purchase; empty of none. */
export const $buyerState = atom('')
/** What is wrong with it. */
export const $stateProblem = atom<string | undefined>(undefined)
/** How often the server was asked about the payment that is being confirmed. */
export const $asked = atom(0)

let wanted: Wanted = { kind: 'purchase', courseId: 0 }
let timer: ReturnType<typeof setTimeout> | undefined
/** What to say when the server finds that nothing was paid. */
let whenNothing: Notice = { is: 'not-paid' }

/** Sets what to say when the server finds that nothing was paid. */
export function sayWhenNothing(notice: Notice): void {
  whenNothing = notice
}

export function chooseState(code: string): void {
  $buyerState.set(code)
  if (code !== '') $stateProblem.set(undefined)
}

/** Says at the field when no state is chosen. @returns whether one is */
export function namesState(): boolean {
  const named = $buyerState.get() !== ''
  $stateProblem.set(named ? undefined : 'Please choose your state')
  return named
}

/** Takes the step that follows from what happened. */
export function advance(happening: Happening): Step {
  const before = $step.get()
  const step = nextStep(before, happening)
  // What was said of an earlier try would be wrong beside a new one, and beside a success.
  if (step !== before && (step === 'ordering' || step === 'done')) toast.dismiss()
  $step.set(step)
  return step
}

/** Loads what is sold and what became of a payment that was begun before. @returns a function that ends it */
export function openTill(kind: Sale['kind'], courseId: number): () => void {
  wanted = { kind, courseId }
  $step.set('idle')
  $notice.set(undefined)
  $receipt.set(null)
  $buyerState.set('')
  $stateProblem.set(undefined)
  $loggedOut.set(false)
  const leave = offer.open(wanted)
  const back = () => {
    const till = $till.get()
    if (till.is === 'failed' && till.why === 'unreachable') void load()
    if ($step.get() === 'confirming') void ask()
  }
  addEventListener('online', back)
  document.addEventListener('visibilitychange', back)
  return () => {
    leave()
    clearTimeout(timer)
    removeEventListener('online', back)
    document.removeEventListener('visibilitychange', back)
  }
}

/** Loads the page anew. */
export function load(): Promise<void> {
  $loggedOut.set(false)
  return offer.again()
}

/** The server no longer knows who this is. */
export const noteLoggedOut = () => $loggedOut.set(true)

function tillOf(state: Loaded<Offer>): Till {
  if (state.is === 'failed') return { is: 'failed', why: reasonOf(state.error) }
  return state.is === 'shown' ? state.shown : state
}

function reasonOf(error: unknown) {
  if (error instanceof Unreachable) return 'unreachable'
  return error instanceof ApiError && error.status === 401 ? 'logged-out' : 'error'
}

async function askPurchase({ kind, courseId }: Wanted, signal: AbortSignal): Promise<Offer> {
  const { course_status, course_details } = await call(checkPurchaseStatus, { query: { id: courseId }, signal })
  if (course_status !== 'Not Purchased') {
    location.replace(paths.myCourse(courseId))
    return { is: 'loading' }
  }
  if (!course_details) return { is: 'missing' }
  const buying = await call(getBuying, { params: { courseId }, signal })
  const { title, thumbnail, price, gst, pricegst } = course_details
  rememberState(buying)
  told(buying)
  return { is: 'open', sale: { kind, courseId, title, thumbnail, price, gst, total: pricegst } }
}

async function askRenewal({ kind, courseId }: Wanted, signal: AbortSignal): Promise<Offer> {
  const buying = await call(getBuying, { params: { courseId }, signal })
  const { renewal, course_status: status, title: name, phone } = buying
  if (!renewal) return { is: 'nothing-to-pay', status, title: name, phone }
  const { title, renewal_amount: price, transaction_id: transactionId } = renewal
  const { thumbnail, gst } = renewal.details
  rememberState(buying)
  // That the course itself was paid for, once, is no news here.
  if (buying.payment !== 'granted') told(buying)
  return { is: 'open', sale: { kind, courseId, title, thumbnail, price, gst, total: price, transactionId } }
}

/** What is chosen already stays, when the page is loaded anew. */
function rememberState({ billing_state: last }: Pick<Buying, 'billing_state'>): void {
  if (last !== null && $buyerState.get() === '') chooseState(last)
}

/** Takes in what the server knows of the newest payment. */
export function told({ payment, refund, receipt_url }: Pick<Buying, 'payment' | 'refund' | 'receipt_url'>): void {
  const step = $step.get()
  if (payment === 'granted') {
    $receipt.set(receipt_url)
    advance('granted')
  }
  if (payment === 'pending') {
    if (advance('pending') !== 'confirming') return
    // The first question has just been answered.
    if (step !== 'confirming') $asked.set(0)
    askLater()
  }
  if (payment === 'refunded' && refund) {
    $notice.set({ is: 'refund', refund })
    advance('nothing')
    // What is asked may be another amount by now, which is why it goes back.
    if (step === 'confirming') void load()
  }
  if (payment === 'none' && step === 'confirming') {
    $notice.set(whenNothing)
    advance('nothing')
  }
}

function askLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), askAgainIn($asked.get()))
}

/** Asks what became of the payment. */
export async function ask(): Promise<void> {
  clearTimeout(timer)
  if ($step.get() !== 'confirming') return
  $asked.set($asked.get() + 1)
  try {
    const buying = await call(getBuying, { params: { courseId: wanted.courseId } })
    if ($step.get() === 'confirming') told(buying)
  } catch (error) {
    if (reasonOf(error) === 'logged-out') noteLoggedOut()
    else askLater()
  }
}

/** The learner does not wait for an open payment, or the provider's window went away without a word. */
export function payAgain(): void {
  clearTimeout(timer)
  $step.set('idle')
}
