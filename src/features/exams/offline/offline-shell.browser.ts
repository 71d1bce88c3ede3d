import { EXAM_CACHE, forgetCaches } from '#lib/browser/device/device-data.ts'
import { forgetExam, readExam } from './running-exam.browser.ts'

/** Removes what this device keeps of the exam screen (keep-offline.browser.ts). */

/** The attempt is over: nothing of it is kept, but what the candidate answered and the server did not take. */
export async function forgetOffline(user: number, exam: number): Promise<void> {
  await Promise.all([forgetExam(user, exam), forgetCaches((name) => name === EXAM_CACHE + exam)])
}

/** The same once the result of an attempt is known, unless the learner is in the middle of another one. */
export async function forgetFinished(user: number, exam: number, attempt: number): Promise<void> {
  const kept = await readExam(user, exam)
  if (kept && kept !== 'unread' && kept.paper.open_attempt?.id === attempt) await forgetOffline(user, exam)
}
