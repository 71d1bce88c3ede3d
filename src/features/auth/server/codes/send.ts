import { capReached, countNotSent, countSent } from './code-hours.ts'
import type { Context } from '#core/context.ts'
import { HOUR, SECOND } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { inLargeUnits } from '#lib/both/calls/limits.ts'
import { countCode } from '#core/metrics/metrics.ts'
import { CodeNotSent, type CodeMessage } from '#providers/codes/code-sender.ts'
import type { Asker } from '../ways/count-codes.ts'

/**
 * Hands a code to the provider, after the transaction that made it. The reason of a failure is for the log alone.
 * @throws ApiError 502 with `failure`
 */
export async function sendCode(ctx: Context, message: CodeMessage, failure: string): Promise<void> {
  const { codes, log, requestId } = ctx
  await countSent(ctx.db, message.countryCode, ctx.now())
  try {
    await codes.send(message)
    countCode('sent')
  } catch (error) {
    countCode('not_sent')
    await countNotSent(ctx.db, message.countryCode, ctx.now())
    if (error instanceof CodeNotSent) log.error({ req: requestId, reason: error.message }, 'code not sent')
    else log.error({ req: requestId, err: error }, 'code not sent')
    throw new ApiError(502, failure)
  }
}

/** When a cap was last written to the log, by the log that has it: one line an hour says as much as thousands. */
const told = new WeakMap<object, Map<string, number>>()

/**
 * Keeps what messages cost within CODES_A_DAY and CODES_A_DAY_COUNTRIES. Known devices pass: strangers cannot make them ask, and
 * their own limits bound them.
 * @throws ApiError 429
 */
export async function refuseOverCap(ctx: Context, { from }: Asker, countryCode: string): Promise<void> {
  if (!from) return
  const now = ctx.now()
  const reached = await capReached(ctx.db, ctx.config, countryCode, now)
  if (!reached) return
  const { country, cap, wait } = reached
  const lines = told.get(ctx.log) ?? new Map<string, number>()
  told.set(ctx.log, lines)
  const which = country ?? 'site'
  if (now - (lines.get(which) ?? -Infinity) >= HOUR) {
    lines.set(which, now)
    ctx.log.warn({ req: ctx.requestId, country, cap }, 'no more codes are sent today')
  }
  countCode('refused', 'cap')
  const where = country === undefined ? '' : ` to +${country}`
  throw new ApiError(
    429,
    `No more codes can be sent${where} at the moment. Please try again in ${inLargeUnits(wait)}, or log in on a device that you have used before.`,
    { retryAfter: Math.ceil(wait / SECOND), code: 'code_cap' },
  )
}
