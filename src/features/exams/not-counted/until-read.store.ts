import type { Timers } from '#lib/browser/timers.ts'
import type { NotCounted } from './not-counted.browser.ts'

/** Milliseconds between two tries to read the journal. */
const UNREAD_PAUSE = 5000

/**
 * Shows what this device holds of attempts that are over, again and again while the journal cannot be read.
 * @param look reads it
 * @param show returns false when nobody sees it any more
 * @returns when it has been shown for the first time
 */
export async function showUntilRead(
  look: () => Promise<NotCounted>,
  show: (found: NotCounted) => boolean,
  after: Timers['after'],
): Promise<void> {
  const found = await look()
  if (show(found) && found.unread) after(UNREAD_PAUSE, () => void showUntilRead(look, show, after))
}
