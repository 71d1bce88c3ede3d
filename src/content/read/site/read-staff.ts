import type { PackReader } from '../pack-reader.ts'
import type { LearnerEntry } from '../../schemas/schemas.ts'
import {
  staffSchema,
  type SavedReplyEntry,
  type StaffEntry,
  type StaffNotificationEntry,
} from '../../schemas/staff-schemas.ts'

interface Staff {
  staff: StaffEntry[]
  savedReplies: SavedReplyEntry[]
  staffNotifications: StaffNotificationEntry[]
}

const NOBODY: Staff = { staff: [], savedReplies: [], staffNotifications: [] }

/**
 * Reads staff.yaml, of packs that have one.
 * @param learners undefined when their file is wrong, which has been reported
 */
export function readStaff(reader: PackReader, learners: LearnerEntry[] | undefined): Staff {
  if (!reader.has('staff.yaml')) return NOBODY
  const file = reader.yaml('staff.yaml')
  const parsed = file?.parse(staffSchema)
  if (!file || !parsed) return NOBODY
  const { staff, saved_replies: savedReplies = [], notifications: staffNotifications = [] } = parsed
  const phones = new Set<string>()
  for (const [index, { country_code, phone }] of staff.entries()) {
    const whole = `+${country_code} ${phone}`
    if (phones.has(whole)) file.problem(['staff', index, 'phone'], `${whole} is there twice`)
    phones.add(whole)
  }
  for (const [index, entry] of staffNotifications.entries()) {
    for (const field of ['learners', 'read_by'] as const)
      for (const [at, phone] of (entry[field] ?? []).entries())
        if (learners && !learners.some((learner) => learner.phone === phone))
          file.problem(['notifications', index, field, at], 'must be the phone of a learner in learners.yaml')
  }
  return { staff, savedReplies, staffNotifications }
}
