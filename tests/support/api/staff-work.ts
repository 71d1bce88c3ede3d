import type { StaffCookies } from '#core/staff/staff-cookies.ts'
import type { StaffWork } from '#core/staff/staff-log.ts'

/** What an act of staff brings along, done with a command. */
export function testWork(now: number, reason = 'A test'): StaffWork {
  return { staffId: null, who: 'Leela', address: 'desk', call: 'npm run staff', requestId: 'abcdefgh', reason, now }
}

/** Of a request without them. */
export const noStaffCookies: StaffCookies = { read: () => undefined, keep: () => {}, drop: () => {} }
