import { counted } from '#lib/both/text/format.ts'

/** A place in a recording that exists: seconds, not before its start nor after its end where that is known. */
export function seekTo(seconds: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : seconds
  return Math.max(0, Math.min(seconds, end))
}

/** Seconds that a recording has to play on after its address was renewed, until that is taken for mended. */
const PROOF = 5

/**
 * Where the address was renewed last, of a recording that plays at `time`; undefined once it has played on from there. One
 * that breaks at one place time and again would else be fetched without end.
 */
export function afterRenewal(renewedAt: number | undefined, time: number): number | undefined {
  return renewedAt !== undefined && time >= renewedAt + PROOF ? undefined : renewedAt
}

/**
 * Whether a recording that fails is fetched from a new address before the learner is troubled: the old one may have ended
 * while the page stood open. What cannot be decoded is no better elsewhere.
 */
export function mayRenew(trouble: { renewedAt: number | undefined; decoding: boolean; online: boolean }): boolean {
  return trouble.renewedAt === undefined && !trouble.decoding && trouble.online
}

/** `1 minute 5 seconds`: a place in a recording, for those who hear it. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  const spoken = counted(rest, 'second')
  return minutes > 0 ? `${counted(minutes, 'minute')} ${spoken}` : spoken
}
