import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { hasFields, valueIn } from '#lib/both/told.ts'
import { call } from '#lib/browser/call/call.ts'
import { EARLIER_RESULTS, RESULTS } from '#lib/browser/device/device-data.ts'
import { keptEntries, type Entry } from '#lib/browser/outbox/kept-entries.ts'
import { outbox, type Fate } from '#lib/browser/outbox/outbox.ts'
import { submitQuiz, type QuizAnswer } from './quizzes.contract.ts'

/** A result on its way to the server. */
export interface QuizResult {
  submission: string
  userId: number
  quizId: number
  /** When it was worked out, milliseconds since 1970 by the device's clock. */
  at: number
  correct_count: number
  incorrect_count: number
  answers: QuizAnswer[]
  /** Ids of questions seen and left; what earlier versions of these pages kept does not say. */
  skipped?: number[] | undefined
}

export type Delivery = Fate<unknown>['is']

/** What has become of the results that this page has tried to send, by submission. */
export const $deliveries = atom<Readonly<Record<string, Delivery>>>({})

const device = keptEntries({
  database: RESULTS,
  store: 'results',
  partsOf: ({ submission }) => [submission],
  isOne: isResult,
})

/** Results of quizzes on their way to the server. One that is sent twice is stored once, by its submission. */
export const results = outbox({
  learner: () => $user.get()?.id,
  device: {
    ...device,
    read: async (user) => {
      await moveEarlier()
      return device.read(user)
    },
  },
  nameOf: ({ submission }) => submission,
  send: ({ quizId, submission, answers, skipped, correct_count, incorrect_count }, signal) =>
    call(submitQuiz, {
      params: { examId: quizId },
      query: { correct_count, incorrect_count },
      body: { answers, skipped, submission },
      keepalive: true,
      signal,
    }),
  onFate: ({ submission }, { is }) => $deliveries.set({ ...$deliveries.get(), [submission]: is }),
})

/** Sends a new result. The promise resolves as soon as this device keeps it. */
export const addResult = (result: QuizResult): Promise<boolean> => results.add(entryOf(result))

const entryOf = (result: QuizResult): Entry<QuizResult> => ({ user: result.userId, at: result.at, what: result })

/** What another version of these pages left may look otherwise; the server would refuse it. */
function isResult(told: unknown): told is QuizResult {
  if (!hasFields(told)) return false
  const numbers = [told.userId, told.quizId, told.at, told.correct_count, told.incorrect_count]
  const lists = [told.answers, told.skipped ?? []]
  return typeof told.submission === 'string' && numbers.every(Number.isFinite) && lists.every(Array.isArray)
}

/** Moves what an earlier version left in local storage to where a log-out does not reach it. */
async function moveEarlier(): Promise<void> {
  try {
    const found = valueIn(localStorage.getItem(EARLIER_RESULTS))
    const moved = Array.isArray(found) ? found.map((one: object) => ({ ...one, at: 0 })).filter(isResult) : []
    const kept = await Promise.all(moved.map((result) => device.keep(entryOf(result))))
    if (moved.length > 0 && kept.every(Boolean)) localStorage.removeItem(EARLIER_RESULTS)
  } catch {
    // There is none, or nothing that can be read.
  }
}
