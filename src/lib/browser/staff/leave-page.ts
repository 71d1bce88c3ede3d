/** Name of the event that asks the guard of a console page (layouts/staff/staff-guard.ts) to clear the page and leave it. */
export const LEAVE_EVENT = 'padavu-staff-leave'

/** Leaves for another page without a question about what is not saved. Nothing of this page stays on the screen. */
export function leavePage(to: string): void {
  // Only the log-in has no guard.
  if (dispatchEvent(new CustomEvent(LEAVE_EVENT, { detail: to, cancelable: true }))) location.assign(to)
}
