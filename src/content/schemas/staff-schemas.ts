import { z } from 'zod'
import { everyRole } from '#lib/both/staff-roles.ts'
import { MOST_TITLE } from '#features/notifications/notifications.rules.ts'
import { MOST_TYPED } from '#features/notifications/staff/announcements.rules.ts'
import { MOST_STAFF_NAME } from '#features/staff/staff.rules.ts'
import { MOST_SAVED_TITLE, savedReplyProblem } from '#features/support/staff/saved-replies.rules.ts'
import { categories } from '#features/support/support.rules.ts'
import { atMost, distinct, line, time } from './schema-fields.ts'

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
  /** Answers that are kept to be given again. */
  saved_replies: z
    .array(
      z.strictObject({
        title: line(MOST_SAVED_TITLE),
        text: z
          .string()
          .trim()
          .superRefine((text, context) => {
            const message = savedReplyProblem(text)
            if (message) context.addIssue({ code: 'custom', message })
          }),
        category: z.literal(categories.map(({ id }) => id)).optional(),
      }),
    )
    .optional(),
  /** What staff have told learners, or are going to. */
  notifications: z
    .array(
      z.strictObject({
        title: line(MOST_TITLE),
        text: z.string().trim().min(1).pipe(atMost(MOST_TYPED)),
        learners: distinct(z.string()).min(1).optional(),
        at: time.optional(),
        cancelled: z.boolean().optional(),
        read_by: distinct(z.string()).optional(),
      }),
    )
    .optional(),
})

export type StaffNotificationEntry = NonNullable<z.output<typeof staffSchema>['notifications']>[number]
export type SavedReplyEntry = NonNullable<z.output<typeof staffSchema>['saved_replies']>[number]
export type StaffEntry = z.output<typeof staffSchema>['staff'][number]
