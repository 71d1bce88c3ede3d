import type { StaffWork } from '#core/staff/staff-log.ts'
import { addDemoAnnouncement } from '#features/notifications/staff/server/demo-announcements.ts'
import { addDemoStaff } from '#features/staff/server/demo-staff.ts'
import { addSavedReply, savedReplies } from '#features/support/staff/server/saved-replies.ts'
import type { Pack } from '../../pack.ts'
import { resolveTime } from '../../times.ts'
import { userIds } from '../course/import-discussions.ts'
import { idOf, type Tx } from '../sync.ts'

/**
 * Creates those of the demo's staff who do not exist yet, its saved replies where there are none, and what they tell learners
 * where nobody has been told anything; of what is there nothing is changed.
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
  if ((await savedReplies(tx)).length === 0)
    for (const { title, text, category } of pack.savedReplies)
      await addSavedReply(tx, work, { title, body: text, category_id: category ?? null })
  await importStaffNotifications(tx, pack, work)
}

async function importStaffNotifications(tx: Tx, pack: Pack, work: StaffWork): Promise<void> {
  const { staffNotifications } = pack
  const known = await tx.selectFrom('announcements').select('id').limit(1).executeTakeFirst()
  if (known || staffNotifications.length === 0) return
  const users = await userIds(tx, pack)
  const idsOf = (phones: readonly string[] | undefined) => phones?.map((phone) => idOf(users, phone))
  for (const { title, text, learners, at, cancelled = false, read_by } of staffNotifications)
    await addDemoAnnouncement(tx, work, {
      ...{ title, message: text, cancelled, learners: idsOf(learners), readBy: idsOf(read_by) ?? [] },
      sendAt: at === undefined ? null : resolveTime(at, work.now),
    })
}
