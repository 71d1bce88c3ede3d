/** What the product keeps on a device beyond local storage, by name, so that logging out can drop it. */

/** The database of papers under way (exams/running-exam.browser.ts). */
export const PAPERS = 'padavu-exams'

/** The database of the journals of exam answers (exams/journal.browser.ts). It outlives a log-out. */
export const JOURNAL = 'padavu-journal'

/** The caches of exam screens under way begin so, and end with the exam's id (exams/offline-shell.browser.ts). */
export const EXAM_CACHE = 'padavu-exam-'

/** Drops all of it, as far as the browser lets us. Journals of exam answers are none of it: they stay. */
export function forgetDeviceData(): void {
  try {
    indexedDB.deleteDatabase(PAPERS)
  } catch {
    // A browser that refuses the database has nothing in it.
  }
  void forgetCaches((name) => name.startsWith(EXAM_CACHE))
  void forgetPush()
}

/** Drops the journals of exam answers: only when their account has ended. */
export function forgetJournal(): void {
  try {
    indexedDB.deleteDatabase(JOURNAL)
  } catch {
    // As above.
  }
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
