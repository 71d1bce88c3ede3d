import { call } from '#lib/call.ts'
import type { Action, JournalEntry, Label } from './attempt.rules.ts'
import { clearAnswer, updateAnswer } from './exams.contract.ts'
import { forgetAttempts, unsentOf, writeEntry } from './journal.browser.ts'

/** What a device holds of attempts that are over and that the server did not take. */
export interface NotCounted {
  attempts: number[]
  /** In the order of the paper. Entries of before labels were kept have none. */
  answers: (Label | undefined)[]
}

/**
 * Asks the server about the answers whose receipt this device does not have: some had arrived, and only the receipt was
 * lost. What remains was not counted. The journal keeps it until `dismiss`.
 */
export async function notCounted(user: number, exam: number, attempts: readonly number[]): Promise<NotCounted> {
  const unsent = await unsentOf(user, attempts)
  const refused: typeof unsent = []
  for (const { attempt, entry } of unsent) {
    if (await arrived(exam, attempt, entry)) await writeEntry(user, attempt, { ...entry, saved: true })
    else refused.push({ attempt, entry })
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

async function arrived(exam: number, attempt: number, entry: JournalEntry): Promise<boolean> {
  const { qid, option, marked, seq }: Action = entry
  const body = { exam_id: exam, attempt_id: attempt, qid, seq, marked }
  try {
    const receipt =
      option === null
        ? await call(clearAnswer, { body })
        : await call(updateAnswer, { body: { ...body, answer_option_id: option } })
    return !receipt.stale
  } catch {
    return false
  }
}
