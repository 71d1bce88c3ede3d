import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { toast } from '#ui/Toasts.tsx'
import { dismiss, notCounted, type NotCounted } from '../not-counted/not-counted.browser.ts'
import { forgetFinished } from '../offline/offline-shell.browser.ts'
import {
  getExamResult,
  getResponseSheet,
  getResultInsights,
  getSubsectionResult,
  type ExamResult,
} from './results.contract.ts'

/** What a learner reads when a result cannot be loaded (document 2, section 8). */
const RESULT_TROUBLE = 'result details fetching error.Please try again'

const tellTrouble = () => void toast.error(RESULT_TROUBLE)
/** Said once, even where both parts of the analysis fail. */
const tellTroubleOnce = () => void toast.error(RESULT_TROUBLE, { id: RESULT_TROUBLE })

/** A finished attempt's result, by its id. Missing: the learner has no such result. */
export const result = loading(
  async (resultId: number, signal) => {
    const { data } = await call(getExamResult, { params: { resultId }, signal })
    putInOrder(data).catch((error: unknown) => noteFailure('Comparing the answers of this device', error))
    return data
  },
  { mayMiss: true, onFailed: tellTrouble },
)

/** The result by subsection. */
export const analysis = loading(
  async ({ examId, resultId }: { examId: number; resultId: number }, signal) =>
    (await call(getSubsectionResult, { body: { exam_id: examId, exam_attempet_id: resultId }, signal })).data,
  { onFailed: tellTroubleOnce },
)

/** How the time was spent and how the attempts compare. */
export const insights = loading(
  async (resultId: number, signal) => (await call(getResultInsights, { params: { resultId }, signal })).data,
  { onFailed: tellTroubleOnce },
)

export const sheet = loading(
  async (resultId: number, signal) => (await call(getResponseSheet, { params: { resultId }, signal })).data,
  { mayMiss: true, onFailed: tellTrouble },
)

/** Answers on this device that the server did not take. */
export const $notCounted = atom<NotCounted | undefined>(undefined)

/** Drops of an attempt's journal what has arrived, and shows what has not. */
async function putInOrder({ id, exam_id }: ExamResult): Promise<void> {
  const user = $user.get()
  if (!user) return
  await forgetFinished(user.id, exam_id, id)
  $notCounted.set(await notCounted(user.id, exam_id, [id]))
}

/** The learner has seen them. */
export async function dismissNotCounted(): Promise<void> {
  const [user, seen] = [$user.get(), $notCounted.get()]
  $notCounted.set(undefined)
  if (user && seen) await dismiss(user.id, seen)
}
