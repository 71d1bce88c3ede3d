import type { PackReader } from '../pack-reader.ts'
import { staffSchema, type SavedReplyEntry, type StaffEntry } from '../../schemas/staff-schemas.ts'

interface Staff {
  staff: StaffEntry[]
  savedReplies: SavedReplyEntry[]
}

const NOBODY: Staff = { staff: [], savedReplies: [] }

/** Reads staff.yaml, of packs that have one. */
export function readStaff(reader: PackReader): Staff {
  if (!reader.has('staff.yaml')) return NOBODY
  const file = reader.yaml('staff.yaml')
  const parsed = file?.parse(staffSchema)
  if (!file || !parsed) return NOBODY
  const { staff, saved_replies: savedReplies = [] } = parsed
  const phones = new Set<string>()
  for (const [index, { country_code, phone }] of staff.entries()) {
    const whole = `+${country_code} ${phone}`
    if (phones.has(whole)) file.problem(['staff', index, 'phone'], `${whole} is there twice`)
    phones.add(whole)
  }
  return { staff, savedReplies }
}
