import type { StaffWork } from '#core/staff/staff-log.ts'
import { addDemoStaff } from '#features/staff/server/demo-staff.ts'
import { addSavedReply, savedReplies } from '#features/support/staff/server/saved-replies.ts'
import type { Pack } from '../../pack.ts'
import type { Tx } from '../sync.ts'

/**
 * Creates those of the demo's staff who do not exist yet, and its saved replies where there are none; of what is there nothing
 * is changed.
 */
export async function importStaff(tx: Tx, pack: Pack, now: number): Promise<void> {
  const work: StaffWork = {
    staffId: null,
    who: 'The demo',
    address: '',
    call: 'npm run content -- import',
    requestId: '',
    reason: 'The demo has somebody of each role',
    now,
  }
  for (const { name, country_code: countryCode, phone, roles } of pack.staff)
    await addDemoStaff(tx, work, { name, countryCode, phone, roles })
  if ((await savedReplies(tx)).length > 0) return
  for (const { title, text, category } of pack.savedReplies)
    await addSavedReply(tx, work, { title, body: text, category_id: category ?? null })
}
