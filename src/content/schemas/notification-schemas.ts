import * as z from 'zod'
import { clickActions, kinds, MOST_TARGET, MOST_TITLE } from '#features/notifications/notifications.rules.ts'
import { evenIfWrong, html, inMarkdown, key, keyed, line, time, written } from './schema-fields.ts'

/** The shape of what demo learners have been told. */
export const notificationsSchema = keyed(
  z
    .strictObject({
      key,
      to: z.string(),
      kind: z.enum(kinds).optional(),
      title: line(MOST_TITLE),
      text: written,
      html,
      image: z.string().optional(),
      action: z.enum(clickActions).optional(),
      target: line(MOST_TARGET).optional(),
      at: time,
      read: z.boolean().optional(),
    })
    .superRefine(...inMarkdown({ text: 5000 }))
    .superRefine(
      (_, context) =>
        context.addIssue({ code: 'custom', message: 'is missing: action says what it does', path: ['target'] }),
      evenIfWrong(({ action, target }) => action !== undefined && target === undefined),
    ),
)

export type NotificationEntry = z.output<typeof notificationsSchema>[number]
