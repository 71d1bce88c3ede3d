import { readBrake, type BrakeState } from '../codes/code-hours.ts'
import type { Context } from '#core/context.ts'
import { networksOf } from '../address.ts'
import type { CodeWay } from '../../auth.tables.ts'
import type { Asker } from './count-codes.ts'
import { knownDevice } from './known-devices.ts'

/** What each process last knew of the brake, by its log, so that a change is one line. */
const last = new WeakMap<object, BrakeState>()

/** An unknown browser that requests or enters a code. */
export async function strangerAt(ctx: Context, way: Exclude<CodeWay, `device ${number}`> = 'short'): Promise<Asker> {
  const brake = await readBrake(ctx.db, ctx.now())
  if (brake.state !== (last.get(ctx.log) ?? 'off')) {
    last.set(ctx.log, brake.state)
    ctx.log.warn({ state: brake.state, failed: brake.failed, from: brake.from }, 'guesses at codes are braked')
  }
  return { way, from: { networks: networksOf(ctx.address), brake } }
}

/** A browser that requests or enters a code of 4 digits: a known device, or a stranger. */
export async function askerOf(
  ctx: Context,
  of: Parameters<typeof knownDevice>[1],
  stranger: 'short' | 'staff' = 'short',
): Promise<Asker> {
  const device = await knownDevice(ctx, of)
  return device === undefined ? strangerAt(ctx, stranger) : { way: `device ${device}`, from: undefined }
}
