import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import type { CodeMessage } from '#providers/codes/code-sender.ts'
import type { askLongCode as contract } from '../../auth.contract.ts'
import type { CodeWay } from '../../auth.tables.ts'
import { channelFor, messages } from '../../login-form.rules.ts'
import { askerOf, strangerAt } from './asker.ts'
import { minutesOf } from '../codes/code-limits.ts'
import { countSend, noteSend, overSends, pruneCounts, refuseGuess, type Asker } from './count-codes.ts'
import { longCodeOf } from './long-code.ts'
import { reachableNumber } from '../codes/phone.ts'
import { accountOf } from '../register-or-login.ts'
import { refuseOverCap, sendCode } from '../codes/send.ts'

/**
 * Sends a code of 8 digits to a phone whose codes of 4 digits others have used up. It works for a day, and asking again sends
 * the same one, three times at most: whoever asks in the owner's place cannot take it away, for the phone has it.
 * @throws ApiError 422 for a phone that cannot be or that gets no codes, 409 `short_code` while a code of 4 digits can be had,
 * 429 over the limits of networks and the caps, 502 when the provider does not take the code
 */
export async function askLongCode(ctx: Context, { body }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const countryCode = body.country_code
  const phone = reachableNumber(ctx, countryCode, body.mobile)
  const channel = channelFor(countryCode)
  const now = ctx.now()
  await pruneCounts(ctx.db, now)
  const short = await askerOf(ctx, { countryCode, phone })
  const asker = await strangerAt(ctx, 'long')
  await refuseOverCap(ctx, asker, countryCode)
  const { user, live, send } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    const found = await accountOf(tx, { countryCode, phone, now })
    const issued = await issueLongCode(tx, { userId: found.id, asker, short, now, channel, device: body.device })
    return { user: found, ...issued }
  })
  if (send) await sendLongCode(ctx, { userId: user.id, live, to: { countryCode, phone, channel } })
  return {
    status: true,
    success: true,
    message: send ? messages.sent : messages.sentBefore,
    user_id: user.id,
    user_exsist: user.verified_at !== null,
    sent: send,
    until: live.expires_at,
  }
}

interface Issue {
  userId: number
  /** The way is `long` or `staff long`. */
  asker: Asker
  /** Asker of a 4-digit code; omitted where 8 digits are needed in any case. */
  short?: Asker
  now: number
  channel: 'sms' | 'whatsapp'
  device: string
}

/**
 * Finds the phone's live code of 8 digits or makes one, and counts it. Comes after `countSend`.
 * @returns the code, and whether it may be sent again
 * @throws ApiError 409 `short_code`, 429 over the limits of guesses
 */
export async function issueLongCode(
  tx: Transaction<Database>,
  { userId, asker, short, now, channel, device }: Issue,
): Promise<{ live: LiveLongCode; send: boolean }> {
  const live = await liveLongCode(tx, { userId, way: asker.way, now, channel, device })
  if (short && !(await isShortRefused(tx, userId, short, now))) throw conflict(messages.shortAgain, 'short_code')
  await refuseGuess(tx, userId, asker, now)
  // The first of three sends is forgotten in the moment in which its code ends: a new code is always sent.
  const send = (await overSends(tx, userId, asker, now)) === undefined
  if (send) await noteSend(tx, userId, asker, now)
  return { live, send }
}

/** @throws ApiError 502 when the provider does not take the code */
export async function sendLongCode(
  ctx: Context,
  {
    userId,
    live,
    to,
  }: { userId: number; live: LiveLongCode; to: Pick<CodeMessage, 'countryCode' | 'phone' | 'channel'> },
): Promise<void> {
  const code = await longCodeOf(ctx.db, userId, live.code_hash)
  const minutes = Math.ceil((live.expires_at - ctx.now()) / MINUTE)
  await sendCode(ctx, { ...to, code, minutes }, messages.sendFailed)
}

/** Reason to refuse a 4-digit code: the limits of the phone or, for learners, the brake on the whole site. */
async function isShortRefused(tx: Transaction<Database>, userId: number, short: Asker, now: number): Promise<boolean> {
  if (short.way === 'short' && short.from && short.from.brake.state !== 'off') return true
  return (await overSends(tx, userId, short, now)) !== undefined
}

type LiveLongCode = Awaited<ReturnType<typeof liveLongCode>>

interface LongCode {
  userId: number
  way: CodeWay
  now: number
  channel: 'sms' | 'whatsapp'
  device: string
}

/** The phone's live long code, made anew when there is none. Its row is the turnstile. */
async function liveLongCode(tx: Transaction<Database>, { userId, way, now, channel, device }: LongCode) {
  const fresh = {
    code_hash: randomBytes(16).toString('base64url'),
    channel,
    device,
    sent_at: now,
    expires_at: now + minutesOf(way) * MINUTE,
    tries: 0,
    used_at: null,
  }
  const over = sql<boolean>`codes.used_at is not null or codes.expires_at <= ${now}`
  const or = (column: keyof typeof fresh) =>
    sql`case when ${over} then excluded.${sql.ref(column)} else codes.${sql.ref(column)} end`
  return tx
    .insertInto('codes')
    .values({ user_id: userId, way, ...fresh })
    .onConflict((on) =>
      on.columns(['user_id', 'way']).doUpdateSet({
        code_hash: or('code_hash') as never,
        sent_at: or('sent_at') as never,
        expires_at: or('expires_at') as never,
        tries: or('tries') as never,
        used_at: or('used_at') as never,
      }),
    )
    .returning(['code_hash', 'expires_at'])
    .executeTakeFirstOrThrow()
}
