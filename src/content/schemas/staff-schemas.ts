import { z } from 'zod'
import { everyRole } from '#lib/both/staff-roles.ts'
import { MOST_STAFF_NAME } from '#features/staff/staff.rules.ts'
import { distinct, line } from './schema-fields.ts'

/** The shape of who runs the site of a demo. */
export const staffSchema = z.strictObject({
  staff: z.array(
    z.strictObject({
      phone: z.string().regex(/^\d{4,14}$/, { error: 'must be digits in quotes, without the country code' }),
      country_code: z.string().regex(/^[1-9]\d{0,2}$/, { error: "must be digits in quotes, such as '91'" }),
      name: line(MOST_STAFF_NAME),
      roles: distinct(z.enum(everyRole)).min(1),
    }),
  ),
})

export type StaffEntry = z.output<typeof staffSchema>['staff'][number]
