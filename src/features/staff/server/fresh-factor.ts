import type { StaffContext } from '#core/context.ts'
import { forbidden } from '#lib/both/calls/errors.ts'
import { FRESH_FACTOR } from '../staff.rules.ts'

/** An unlocked screen that somebody else finds does not give them a way in for good. @throws forbidden `second_factor` */
export function refuseStale({ staff, now }: StaffContext): void {
  if (now() - staff.since >= FRESH_FACTOR)
    throw forbidden('For this, please log out and in again: your second factor was too long ago.', 'second_factor')
}
