import { hasFields, valueIn } from '../../both/told.ts'

/**
 * Local storage key of who is logged in to the staff console, as `{ id, name, roles }`. No secret: the log-in itself is a
 * cookie that no script can read.
 */
export const STAFF_KEY = 'padavu-staff'

/** Who is logged in to the console, as far as its pages show it. What they may do is for the server to say. */
export interface StaffSession {
  id: number
  name: string
  roles: string[]
}

/** Who this browser remembers; undefined of nobody, and of what is no log-in. */
export function storedStaff(): StaffSession | undefined {
  try {
    return readStaff(localStorage.getItem(STAFF_KEY))
  } catch {
    // A browser that refuses storage remembers nobody.
    return undefined
  }
}

/** What was kept, with all its fields. */
export function readStaff(stored: string | null): StaffSession | undefined {
  const told = valueIn(stored)
  if (!hasFields(told)) return undefined
  const { id, name, roles } = told
  if (typeof id !== 'number' || typeof name !== 'string' || !Array.isArray(roles)) return undefined
  return { id, name, roles: roles.filter((role) => typeof role === 'string') }
}
