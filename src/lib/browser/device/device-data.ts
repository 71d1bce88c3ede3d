/** What the product keeps on a device beyond local storage, by name, so that logging out can drop it. */

/** The database of papers under way (exams/running-exam.browser.ts). */
export const PAPERS = 'padavu-exams'

/** The database of the journals of exam answers (exams/take/journal/journal.browser.ts). It outlives a log-out. */
export const JOURNAL = 'padavu-journal'

/** The database of answers of practice on their way (practice/answer-outbox.browser.ts). It outlives a log-out. */
export const PRACTICE = 'padavu-practice'

/** The database of results of quizzes on their way (quizzes/result-outbox.browser.ts). It outlives a log-out. */
export const RESULTS = 'padavu-results'

/** Where an earlier version kept those: in local storage, which a log-out clears. */
export const EARLIER_RESULTS = 'quizResults'

/** The caches of exam screens under way begin so, and end with the exam's id (exams/offline/keep-offline.browser.ts). */
export const EXAM_CACHE = 'padavu-exam-'

/** True unless the browser knows that the database does not exist, or has no databases at all. */
export async function mayHaveDatabase(name: string): Promise<boolean> {
  try {
    const all = await indexedDB.databases?.()
    return !all || all.some((database) => database.name === name)
  } catch {
    return false
  }
}

/**
 * Drops what a log-out ends, as far as the browser lets us. What the learner did and the server may not have yet is none of
 * it: it stays, under its learner (unsent-work.ts).
 */
export async function forgetDeviceData(): Promise<void> {
  try {
    indexedDB.deleteDatabase(PAPERS)
  } catch {
    // A browser that refuses the database has nothing in it.
  }
  await Promise.all([forgetCaches((name) => name.startsWith(EXAM_CACHE)), forgetPush()])
}

/** Drops the caches that are meant. */
export async function forgetCaches(meant: (name: string) => boolean): Promise<void> {
  try {
    for (const name of await caches.keys()) if (meant(name)) await caches.delete(name)
  } catch {
    // Without a secure connection there are no caches.
  }
}

/** All that the worker of pushed notifications can see (features/notifications/push-worker.browser.ts). */
export const PUSH_SCOPE = '/push/'

/** Lets the browser take no more pushed notifications; the server drops it at its next try. */
export async function forgetPush(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration(PUSH_SCOPE)
    await (await worker?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // A browser that refuses workers has none.
  }
}
