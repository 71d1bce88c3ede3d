import type { PackReader } from '../pack-reader.ts'
import { staffSchema, type StaffEntry } from '../../schemas/staff-schemas.ts'

/** Reads staff.yaml, of packs that have one. */
export function readStaff(reader: PackReader): StaffEntry[] {
  if (!reader.has('staff.yaml')) return []
  const file = reader.yaml('staff.yaml')
  const staff = file?.parse(staffSchema)?.staff
  if (!file || !staff) return []
  const phones = new Set<string>()
  for (const [index, { country_code, phone }] of staff.entries()) {
    const whole = `+${country_code} ${phone}`
    if (phones.has(whole)) file.problem(['staff', index, 'phone'], `${whole} is there twice`)
    phones.add(whole)
  }
  return staff
}
