import { staffRoles } from '#lib/both/staff-roles.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { keep } from '#lib/browser/device/storage.ts'
import { leavePage } from '#lib/browser/staff/leave-page.ts'
import { STAFF_ENDS_KEY } from '#lib/browser/staff/session-ends.ts'
import { STAFF_KEY, storedStaff } from '#lib/browser/staff/stored-staff.ts'
import { dropAllTyped } from '#lib/browser/staff/typed-text.ts'

/** Writes who is logged in wherever the page has a place for it. */
export function showStaff(): void {
  const staff = storedStaff()
  const roles = staff?.roles.map((role) => staffRoles[role].title).join(', ') ?? ''
  for (const place of document.querySelectorAll('[data-staff-name]')) place.textContent = staff?.name ?? ''
  for (const place of document.querySelectorAll('[data-staff-roles-named]')) place.textContent = roles
}

/** Milliseconds that leaving may take at most. */
const FAREWELL = 3000

/**
 * Logs out: removes the session and the typed texts from this browser and opens the log-in page, also when the server cannot
 * be reached.
 * @param end tells the server
 */
export async function logOutOfConsole(end: () => Promise<unknown>): Promise<void> {
  const staff = storedStaff()
  const over = new Promise((resolve) => setTimeout(resolve, FAREWELL))
  await Promise.race([end().catch(() => {}), over])
  if (staff) dropAllTyped(staff.id)
  for (const key of [STAFF_KEY, STAFF_ENDS_KEY]) keep(() => localStorage.removeItem(key))
  leavePage(staffPaths.login)
}
