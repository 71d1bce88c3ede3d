import { readBrake, type BrakeState } from '../codes/code-hours.ts'
import type { Context } from '#core/context.ts'
import { networksOf } from '../address.ts'
import type { Asker } from './count-codes.ts'
import { knownDevice } from './known-devices.ts'

/** What each process last knew of the brake, by its log, so that a change is one line. */
const last = new WeakMap<object, BrakeState>()

/** A stranger, who asks for a short code or a long one. */
export async function strangerAt(ctx: Context, way: 'short' | 'long' = 'short'): Promise<Asker> {
  const brake = await readBrake(ctx.db, ctx.now())
  if (brake.state !== (last.get(ctx.log) ?? 'off')) {
    last.set(ctx.log, brake.state)
    ctx.log.warn({ state: brake.state, failed: brake.failed, from: brake.from }, 'guesses at codes are braked')
  }
  return { way, from: { networks: networksOf(ctx.address), brake } }
}

/** Whoever asks for a code of 4 digits of a learner, or guesses at it: on a known device, or as a stranger. */
export async function askerOf(ctx: Context, of: Parameters<typeof knownDevice>[1]): Promise<Asker> {
  const device = await knownDevice(ctx, of)
  return device === undefined ? strangerAt(ctx) : { way: `device ${device}`, from: undefined }
}
