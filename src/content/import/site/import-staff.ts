import type { StaffWork } from '#core/staff/staff-log.ts'
import { addDemoStaff } from '#features/staff/server/demo-staff.ts'
import type { Pack } from '../../pack.ts'
import type { Tx } from '../sync.ts'

/** Creates those of the demo's staff who do not exist yet; of one who does nothing is changed. */
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
}
