import { staffRoles } from '#lib/both/staff-roles.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { keep } from '#lib/browser/device/storage.ts'
import { STAFF_KEY, storedStaff } from '#lib/browser/staff/stored-staff.ts'

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
 * Forgets who is logged in and opens the log-in. The server being out of reach keeps nobody in here.
 * @param end tells the server
 */
export async function leaveConsole(end: () => Promise<unknown>): Promise<void> {
  const over = new Promise((resolve) => setTimeout(resolve, FAREWELL))
  await Promise.race([end().catch(() => {}), over])
  keep(() => localStorage.removeItem(STAFF_KEY))
  location.assign(staffPaths.login)
}
