import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { prospectOf } from '#lib/both/calls/prospect.ts'
import type { Label } from '../take/answers/attempt.rules.ts'
import { keepTimes, submitExam } from '../take/take.contract.ts'
import { dropTimes, writeEntry } from '../take/journal/journal.browser.ts'
import { forgetAttempts, unsentOf, untoldTimes } from '../take/journal/left-journals.browser.ts'
import { isCounted, type Graded } from './not-counted.rules.ts'
import { accountOf } from '../take/times/question-times.rules.ts'
import { getExamResult } from '../result/results.contract.ts'

/** What a device holds of attempts that are over and that the server did not take. */
export interface NotCounted {
  attempts: number[]
  /** In the order of the paper. Entries of before labels were kept have none. */
  answers: (Label | undefined)[]
  /** The journal could not be read: whether answers are missing is not known. */
  unread?: boolean
}

/**
 * Compares the answers whose receipt this device does not have with what was graded: some had arrived, and only the receipt
 * was lost; of others a mark alone was on its way. What remains was not counted. The journal keeps it until `dismiss`, and
 * all of it while the result cannot be read. Times that no tab could tell before the end are told meanwhile.
 */
export async function notCounted(user: number, exam: number, attempts: readonly number[]): Promise<NotCounted> {
  void tellLeftTimes(user, exam, attempts)
  const unsent = attempts.length > 0 ? await unsentOf(user, attempts) : []
  if (!unsent) return { attempts: [], answers: [], unread: true }
  const refused: typeof unsent = []
  for (const attempt of new Set(unsent.map((each) => each.attempt))) {
    const graded = await gradedOf(exam, attempt)
    const known = graded ? unsent.filter((each) => each.attempt === attempt) : []
    for (const { entry } of known) {
      if (isCounted(entry, graded!)) await writeEntry(user, attempt, { ...entry, saved: true })
      else refused.push({ attempt, entry })
    }
  }
  await forgetAttempts(user, attempts, false)
  const answers = refused.map(({ entry }) => entry.label)
  answers.sort((one, other) => (one?.question ?? 0) - (other?.question ?? 0))
  return { attempts: [...new Set(refused.map(({ attempt }) => attempt))], answers }
}

/** The candidate has seen it. */
export function dismiss(user: number, { attempts }: NotCounted): Promise<void> {
  return forgetAttempts(user, attempts, true)
}

/** Tells the server the times that are still on this device; what it refuses for good is not told again. */
async function tellLeftTimes(user: number, exam: number, attempts: readonly number[]): Promise<void> {
  for (const { attempt, tab, spent } of await untoldTimes(user, attempts)) {
    const times = accountOf(spent)
    try {
      if (times.length > 0) await call(keepTimes, { body: { exam_id: exam, attempt_id: attempt, writer: tab, times } })
    } catch (error) {
      if (prospectOf(error) !== 'refused') return
    }
    await dropTimes(user, attempt, tab)
  }
}

/** @returns what was graded of an attempt; nothing while that cannot be read */
async function gradedOf(exam: number, attempt: number): Promise<Graded | undefined> {
  const read = async () => (await call(getExamResult, { params: { resultId: attempt } })).data.graded
  try {
    const graded = await read().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'not_finished')) throw error
      // Its time has just run out: handed in by whoever asks, it is graded at once.
      await call(submitExam, { body: { exam_id: exam, attempt_id: attempt, status: 'completed' } })
      return read()
    })
    return new Map(graded.map(({ qid, answer_option_id }) => [qid, answer_option_id]))
  } catch {
    return undefined
  }
}
