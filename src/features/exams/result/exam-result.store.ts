import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { JOURNAL, mayHaveDatabase, PAPERS } from '#lib/browser/device/device-data.ts'
import { keep, LOCAL_JOURNAL } from '#lib/browser/device/storage.ts'
import { toast } from '#ui/Toasts.tsx'
import type { NotCounted } from '../not-counted/not-counted.browser.ts'
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

const loadLeft = retryable(() => import('./left-on-device.browser.ts'))

/** Puts what this device kept of the attempt in order. Its code is loaded only where an exam has been sat. */
async function putInOrder({ id, exam_id }: ExamResult): Promise<void> {
  const user = $user.get()
  if (!user || !(await keepsExams())) return
  const left = await loadLeft()
  await left.putInOrder(user.id, exam_id, id, (found) => $notCounted.set(found))
}

const keepsExams = async () =>
  keep(() => Object.keys(localStorage).some((key) => key.startsWith(LOCAL_JOURNAL))) ||
  (await mayHaveDatabase(JOURNAL)) ||
  mayHaveDatabase(PAPERS)

/** The learner has seen them. */
export async function dismissNotCounted(): Promise<void> {
  const [user, seen] = [$user.get(), $notCounted.get()]
  $notCounted.set(undefined)
  if (user && seen) await (await loadLeft()).dismiss(user.id, seen)
}
