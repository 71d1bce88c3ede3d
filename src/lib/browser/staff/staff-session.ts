import { persistentAtom } from '@nanostores/persistent'
import { rolesIn, type StaffRole } from '../../both/staff-roles.ts'
import { hasFields, valueIn } from '../../both/told.ts'

/** Who of the staff this browser has logged in, as its pages need to know. The session itself is a cookie that no script reads. */
export interface StaffUser {
  id: number
  name: string
  phone: string
  roles: StaffRole[]
  /** What every call brings, so that another site cannot make one. */
  csrf: string
}

/** Under this name in local storage; other tabs follow. */
export const STAFF_KEY = 'padavu-staff'

export const $staff = persistentAtom<StaffUser | undefined>(STAFF_KEY, undefined, {
  encode: (staff) => JSON.stringify(staff),
  decode: readStaff,
})

/** What was kept; undefined of what is no log-in, such as another version may have left. */
function readStaff(stored: string): StaffUser | undefined {
  const told = valueIn(stored)
  if (!hasFields(told) || typeof told.id !== 'number' || typeof told.csrf !== 'string') return undefined
  const roles = Array.isArray(told.roles) ? rolesIn(told.roles.map(String)) : []
  return { id: told.id, csrf: told.csrf, name: String(told.name), phone: String(told.phone), roles }
}

/** Whether who is logged in may make a call that these roles may. */
export function mayCall(roles: readonly StaffRole[], staff = $staff.get()): boolean {
  return staff !== undefined && staff.roles.some((role) => roles.includes(role))
}
