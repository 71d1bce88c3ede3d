import { persistentAtom } from '@nanostores/persistent'
import type { StaffRole } from '../../both/staff-roles.ts'
import { readStaff, STAFF_KEY, type StaffUser } from './stored-staff.ts'

/** Who of the staff this browser has logged in, for islands; other tabs follow. */
export const $staff = persistentAtom<StaffUser | undefined>(STAFF_KEY, undefined, {
  encode: (staff) => JSON.stringify(staff),
  decode: readStaff,
})

/** Whether who is logged in may make a call that these roles may. */
export function mayCall(roles: readonly StaffRole[], staff = $staff.get()): boolean {
  return staff !== undefined && staff.roles.some((role) => roles.includes(role))
}
