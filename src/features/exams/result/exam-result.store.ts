import { atom } from 'nanostores'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { dismiss, notCounted, type NotCounted } from '../not-counted/not-counted.browser.ts'
import { forgetFinished } from '../offline/offline-shell.browser.ts'
import {
  getExamResult,
  getResponseSheet,
  getResultInsights,
  getSubsectionResult,
  type ExamResult,
  type ResponseSheet,
  type ResultInsights,
  type SubsectionResult,
} from './results.contract.ts'

/** 'missing': the learner has no such result, so that trying again is no use. */
export const $result = atom<'loading' | 'failed' | 'missing' | ExamResult>('loading')
export const $analysis = atom<'loading' | 'failed' | SubsectionResult[]>('loading')
export const $sheet = atom<'loading' | 'failed' | 'missing' | ResponseSheet>('loading')
export const $insights = atom<'loading' | 'failed' | ResultInsights>('loading')

/** Answers on this device that the server did not take. */
export const $notCounted = atom<NotCounted | undefined>(undefined)

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
const troubleOf = (error: unknown) => (isMissing(error) ? 'missing' : 'failed')

/** The learner has seen them. */
export async function dismissNotCounted(): Promise<void> {
  const [user, seen] = [$user.get(), $notCounted.get()]
  $notCounted.set(undefined)
  if (user && seen) await dismiss(user.id, seen)
}

/**
 * Loads a finished attempt's result, and drops of its journal what has arrived.
 * @returns false when it failed
 */
export async function loadResult(resultId: number): Promise<boolean> {
  $result.set('loading')
  try {
    const { data } = await call(getExamResult, { params: { resultId } })
    $result.set(data)
    const user = $user.get()
    if (user) {
      await forgetFinished(user.id, data.exam_id, data.id)
      $notCounted.set(await notCounted(user.id, data.exam_id, [data.id]))
    }
    return true
  } catch (error) {
    $result.set(troubleOf(error))
    return isMissing(error)
  }
}

/** Loads the result by subsection. @returns false when it failed */
export async function loadAnalysis(examId: number, resultId: number): Promise<boolean> {
  $analysis.set('loading')
  try {
    const { data } = await call(getSubsectionResult, { body: { exam_id: examId, exam_attempet_id: resultId } })
    $analysis.set(data)
    return true
  } catch {
    $analysis.set('failed')
    return false
  }
}

/** Loads how the time was spent and how the attempts compare. @returns false when it failed */
export async function loadInsights(resultId: number): Promise<boolean> {
  $insights.set('loading')
  try {
    const { data } = await call(getResultInsights, { params: { resultId } })
    $insights.set(data)
    return true
  } catch {
    $insights.set('failed')
    return false
  }
}

/** Loads the response sheet. @returns false when it failed */
export async function loadSheet(resultId: number): Promise<boolean> {
  $sheet.set('loading')
  try {
    const { data } = await call(getResponseSheet, { params: { resultId } })
    $sheet.set(data)
    return true
  } catch (error) {
    $sheet.set(troubleOf(error))
    return isMissing(error)
  }
}
