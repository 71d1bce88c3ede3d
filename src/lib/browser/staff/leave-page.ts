/** Name of the event that asks the guard of a console page (layouts/staff/staff-guard.ts) to clear the page and leave it. */
export const LEAVE_EVENT = 'padavu-staff-leave'

/**
 * Name in the document's dataset while the log-in page shows recovery codes, which are shown once: the page's head script
 * (layouts/staff/staff-guard.ts) follows no other tab then.
 */
export const SHOWS_CODES = 'showsCodes'

/** Leaves for another page without a question about what is not saved. Nothing of this page stays on the screen. */
export function leavePage(to: string): void {
  // Only the log-in has no guard.
  if (dispatchEvent(new CustomEvent(LEAVE_EVENT, { detail: to, cancelable: true }))) location.assign(to)
}
