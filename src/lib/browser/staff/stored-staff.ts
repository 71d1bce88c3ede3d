import { rolesIn, type StaffRole } from '../../both/staff-roles.ts'
import { hasFields, textOf, valueIn } from '../../both/told.ts'

/**
 * Local storage key of who is logged in to the staff console. No secret that opens anything by itself: the session is a
 * cookie that no script can read.
 */
export const STAFF_KEY = 'padavu-staff'

/** Who is logged in to the console, as far as its pages show it. What they may do is for the server to say. */
export interface StaffUser {
  id: number
  name: string
  phone: string
  roles: StaffRole[]
  /** What every call brings, so that another site cannot make one. */
  csrf: string
}

/** Who this browser remembers; undefined of nobody, and of what is no log-in. */
export function storedStaff(): StaffUser | undefined {
  try {
    return readStaff(localStorage.getItem(STAFF_KEY))
  } catch {
    // A browser that refuses storage remembers nobody.
    return undefined
  }
}

/** What was kept, with all its fields. */
export function readStaff(stored: string | null): StaffUser | undefined {
  const told = valueIn(stored)
  if (!hasFields(told)) return undefined
  const { id, roles } = told
  const [name, phone, csrf] = [textOf(told.name), textOf(told.phone), textOf(told.csrf)]
  if (typeof id !== 'number' || !name || !phone || !csrf || !Array.isArray(roles)) return undefined
  return { id, name, phone, roles: rolesIn(roles.map(String)), csrf }
}
