import { dismiss, notCounted, type NotCounted } from '../not-counted/not-counted.browser.ts'
import { forgetFinished } from '../offline/offline-shell.browser.ts'

export { dismiss }

/** Milliseconds between two tries to read the journal. */
const JOURNAL_PAUSE = 5000

/** Drops of an attempt's journal what has arrived, and shows what has not; again and again while it cannot be read. */
export async function putInOrder(
  user: number,
  exam: number,
  attempt: number,
  show: (found: NotCounted) => void,
): Promise<void> {
  await forgetFinished(user, exam, attempt)
  const found = await notCounted(user, exam, [attempt])
  show(found)
  if (found.unread) setTimeout(() => void putInOrder(user, exam, attempt, show), JOURNAL_PAUSE)
}
