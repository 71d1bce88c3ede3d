import { isoTime } from '#lib/both/time/clock.ts'
import type { UserRow } from '../auth.tables.ts'
import type { Profile } from '../auth.contract.ts'

/** A learner's row as their browser sees it. */
export function profileOf(row: UserRow): Profile {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    country_code: row.country_code,
    phone: row.phone,
    birthday: row.birthday,
    city: row.city,
    avatar: row.avatar,
    activefrom: isoTime(row.created_at),
    lastLoggedOn: isoTime(row.last_logged_on),
    registration_completed: row.registration_completed === 1 ? 'Y' : 'N',
    marketing_splash_id: row.marketing_splash_id,
  }
}
