import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { prepareForOffline } from '#features/questions/ui/prepare-offline.ts'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { keepSending, type Fate } from '#lib/browser/outbox/outbox.ts'
import { answerOutbox, type Sending } from './answer-outbox.browser.ts'
import {
  getPracticeSession,
  removeFromPractice,
  restoreToPractice,
  type PracticeOutcome,
  type PracticeQuestion,
} from './practice.contract.ts'
import type { OwnGrade } from './practice.rules.ts'

/** A session of practice: its questions one after the other, and what became of each. */

type Answering =
  | { is: 'open' }
  | { is: 'checking' }
  /** It could not be sent. `onDevice`: it survives the closing of the page. */
  | { is: 'waiting'; onDevice: boolean }
  | { is: 'checked'; outcome: PracticeOutcome }
  | { is: 'refused'; message: string }
  | { is: 'removed' }

export interface Item {
  question: PracticeQuestion
  /** Id of the chosen option; null for none. */
  chosen: number | null
  answering: Answering
}

export interface Session {
  items: Item[]
  /** The number of questions when all are done. */
  index: number
}

/** What is due, by its source: one alone, like `exam:12`, or all of them. */
export const session = loading(async (source: string | undefined): Promise<Session> => {
  // What waits counts before the server says what is due.
  await resume()
  await answers.wake()
  const { data } = await call(getPracticeSession, { query: { source }, signal: inTime() })
  void prepareForOffline(
    data.map(({ content, options }) => content + options.map((each) => each.answer_option).join('')),
  )
  const answered = new Set($waiting.get().map(({ question_id }) => question_id))
  const items = data
    .filter(({ question_id }) => !answered.has(question_id))
    .map((question): Item => ({ question, chosen: null, answering: { is: 'open' } }))
  shownAt = Date.now()
  return { items, index: 0 }
})

/** The session that is under way. */
function running(): Session | undefined {
  const state = session.$state.get()
  return state.is === 'shown' ? state.shown : undefined
}

/** What the learner is to be told; the island shows it as a toast. */
export const $message = atom<{ kind: 'success' | 'error'; text: string } | undefined>(undefined)

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

const inTime = () => AbortSignal.timeout(REQUEST_LIMIT)
let shownAt = 0

/** Whose page this is: another tab may log somebody else in. */
const learner = $user.get()?.id ?? 0

const answers = answerOutbox(onFate)

/** Answers and grades that wait to be sent. */
export const { $waiting } = answers

let resumed: Promise<void> | undefined
/** Once what earlier pages left has been tried. */
const resume = () => (resumed ??= answers.resume())

/** Sends what waits whenever that may succeed. @returns a function that ends it */
export const keepSendingAnswers = () => keepSending({ resume, wake: answers.wake })

/** Keeps it on this device and sends it. */
const deliver = (sending: Sending) => void answers.add({ user: learner, at: Date.now(), what: sending })

function onFate(sending: Sending, fate: Fate<PracticeOutcome>, late: boolean): void {
  const here = settle(sending, fate)
  if (!late) return
  if (fate.is === 'refused') $message.set({ kind: 'error', text: fate.message })
  else if (!here && sending.kind === 'answer') $message.set({ kind: 'success', text: 'An earlier answer was sent.' })
}

/** Shows what became of an answer. @returns false when its question is not of this session */
function settle({ question_id, review, kind }: Sending, fate: Fate<PracticeOutcome>): boolean {
  const at = (running()?.items ?? []).findIndex(
    ({ question }) => question.question_id === question_id && question.review === review,
  )
  if (at < 0) return false
  if (fate.is === 'sent') change(at, { answering: { is: 'checked', outcome: fate.reply } })
  // A grade that did not arrive leaves the answer as it is.
  else if (kind === 'answer') change(at, { answering: fate })
  return true
}

function change(at: number, changes: Partial<Item>): void {
  session.change((now) => ({
    ...now,
    items: now.items.map((item, index) => (index === at ? { ...item, ...changes } : item)),
  }))
}

/** The question on the screen. */
function current(): { item: Item; at: number } | undefined {
  const now = running()
  const item = now?.items[now.index]
  return item && { item, at: now.index }
}

/** Chooses an option of the question on the screen. */
export function choose(optionId: number): void {
  const now = current()
  if (now?.item.answering.is === 'open') change(now.at, { chosen: optionId })
}

/** Answers the question on the screen: with the chosen option, or with none. */
export function answer(how: 'chosen' | 'skip'): void {
  const now = current()
  if (!now || now.item.answering.is !== 'open') return
  const option = how === 'skip' ? 'skip' : now.item.chosen
  if (option === null) return
  const { question_id, review } = now.item.question
  change(now.at, { answering: { is: 'checking' }, ...(how === 'skip' && { chosen: null }) })
  const took_ms = Math.max(0, Date.now() - shownAt)
  deliver({ kind: 'answer', question_id, review, option, took_ms })
}

/** Grades the right answer on the screen, and goes on. Good is what counts anyway. */
export function gradeAndNext(grade: OwnGrade): void {
  const now = current()
  if (now?.item.answering.is !== 'checked' || !now.item.answering.outcome.correct) return
  next()
  if (grade === 'good') return
  const { question_id, review } = now.item.question
  deliver({ kind: 'grade', question_id, review, grade })
}

/** Goes on to the next question, or to the end. */
export function next(): void {
  const now = running()
  if (!now || now.index >= now.items.length) return
  session.change((before) => ({ ...before, index: before.index + 1 }))
  shownAt = Date.now()
}

/** 'I know this': takes the question on the screen out of the notebook, and goes on. */
export async function know(): Promise<void> {
  const now = current()
  if (!now || !(await leave(now.item.question.question_id, true))) return
  change(now.at, { answering: { is: 'removed' } })
  if (current()?.at === now.at) next()
}

/** Puts a question back that was taken out in this session. */
export async function undoKnow(at: number): Promise<void> {
  const item = running()?.items[at]
  if (!item || !(await leave(item.question.question_id, false))) return
  change(at, { answering: { is: 'open' }, chosen: null })
  session.change((now) => ({ ...now, index: at }))
  shownAt = Date.now()
}

/** Takes a question out of the notebook, or puts it back. @returns false, and says so, when it failed */
export async function leave(question_id: number, out: boolean): Promise<boolean> {
  try {
    await call(out ? removeFromPractice : restoreToPractice, { body: { question_id }, signal: inTime() })
    return true
  } catch (error) {
    const text =
      error instanceof Unreachable
        ? 'You are offline. Try again when you are back online.'
        : 'That did not work. Try again.'
    $message.set({ kind: 'error', text })
    return false
  }
}
