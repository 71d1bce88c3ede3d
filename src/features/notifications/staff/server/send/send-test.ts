import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { counted } from '#lib/both/text/format.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { sendCounted } from '../../../server/send-notification.ts'
import type { sendTestNotification as contract } from '../../compose.contract.ts'
import { storedWords } from '../announcement-words.ts'

/** Milliseconds that a test stays under the bell. */
const TEST_SHOWN_FOR = DAY

/**
 * Sends a notification to the caller's own learner account, which has the phone that the caller logs in with. No announcement is
 * stored, so that lists and counts have no tests.
 * @throws invalid naming the fields that are wrong; conflict where the caller has no learner account
 */
export function sendTestNotification(
  ctx: StaffContext,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return createOnce(ctx, async (tx) => {
    const words = await storedWords(tx, body)
    const { userId, phone } = await ownLearner(tx, ctx.staff.id)
    if (userId === undefined)
      throw conflict(
        `There is no learner account with your phone ${phone}. Log in as a learner once, then try again.`,
        'conflict',
      )
    const work = ctx.work()
    const { title, message_html: message, image, click_action: action, target_id: target } = words
    const sent = await sendCounted(
      { db: tx, now: () => work.now },
      {
        ...{ to: { userId }, kind: 'announcements', title, message, image, target },
        ...(action !== null && { action }),
        expiresAt: work.now + TEST_SHOWN_FOR,
      },
    )
    await logWork(tx, work, {
      action: 'test notification sent',
      subject: `learner ${userId}`,
      userId,
      after: { title },
    })
    const browsers = sent?.browsers ?? 0
    const said =
      browsers > 0
        ? `Sent to your learner account ${phone}, and pushed to ${counted(browsers, 'browser')}`
        : `Sent to your learner account ${phone}. No browser of this account has push turned on.`
    return { status: true, success: true, message: said, browsers }
  })
}

/** Finds the learner account with the phone of a member. */
async function ownLearner(db: Db, staffId: number): Promise<{ userId: number | undefined; phone: string }> {
  const { country_code, phone } = await db
    .selectFrom('staff')
    .select(['country_code', 'phone'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const learner = await db
    .selectFrom('users')
    .select('id')
    .where('country_code', '=', country_code)
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return { userId: learner?.id, phone: `+${country_code} ${phone}` }
}
