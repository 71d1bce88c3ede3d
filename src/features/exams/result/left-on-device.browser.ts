import { timers } from '#lib/browser/timers.ts'
import { dismiss, notCounted, type NotCounted } from '../not-counted/not-counted.browser.ts'
import { showUntilRead } from '../not-counted/until-read.store.ts'
import { forgetFinished } from '../offline/offline-shell.browser.ts'

export { dismiss }

/** Drops of an attempt's journal what has arrived, and shows what has not; again and again while it cannot be read. */
export async function putInOrder(
  user: number,
  exam: number,
  attempt: number,
  show: (found: NotCounted) => void,
): Promise<void> {
  const look = async () => {
    await forgetFinished(user, exam, attempt)
    return notCounted(user, exam, [attempt])
  }
  await showUntilRead(look, (found) => (show(found), true), timers.after)
}
