import { createStore, del, setMany, values } from 'idb-keyval'
import { kept } from '#lib/browser/device/device-store.ts'
import { EARLIER_RESULTS, RESULTS } from '#lib/browser/device/device-data.ts'
import { hasFields, valueIn } from '#lib/both/told.ts'
import type { QuizResult } from './result-outbox.store.ts'

/**
 * Results of quizzes that the server does not have yet. The database outlives the log-in, as the journal of exam answers
 * does, so each result is kept under its learner.
 */
const store = createStore(RESULTS, 'results')

type Key = [user: number, at: number, submission: string]

const keyOf = ({ userId, at, submission }: QuizResult): Key => [userId, at, submission]

/** Keeps it. @returns false when this browser cannot */
export function keepResult(result: QuizResult): Promise<boolean> {
  return keepAll([result])
}

/** Drops it: the server has answered. */
export function dropResult(result: QuizResult): Promise<boolean> {
  return kept(() => del(keyOf(result), store))
}

/** What a learner's earlier pages left here, oldest first. */
export async function readResults(user: number): Promise<QuizResult[]> {
  await moveEarlier()
  let all: QuizResult[] = []
  await kept(async () => {
    all = (await values<unknown>(store)).filter(isResult)
  })
  return all.filter(({ userId }) => userId === user)
}

/** What another version of these pages left may look otherwise; the server would refuse it. */
function isResult(told: unknown): told is QuizResult {
  if (!hasFields(told)) return false
  const numbers = [told.userId, told.quizId, told.at, told.correct_count, told.incorrect_count]
  const lists = [told.answers, told.skipped ?? []]
  return typeof told.submission === 'string' && numbers.every(Number.isFinite) && lists.every(Array.isArray)
}

const keepAll = (results: QuizResult[]): Promise<boolean> =>
  kept(() =>
    setMany(
      results.map((result) => [keyOf(result), result]),
      store,
    ),
  )

/** Moves what is still in local storage to where a log-out does not reach it. */
async function moveEarlier(): Promise<void> {
  try {
    const found = valueIn(localStorage.getItem(EARLIER_RESULTS))
    const moved = Array.isArray(found) ? found.map((one: object) => ({ ...one, at: 0 })).filter(isResult) : []
    if (moved.length > 0 && (await keepAll(moved))) localStorage.removeItem(EARLIER_RESULTS)
  } catch {
    // There is none, or nothing that can be read.
  }
}
