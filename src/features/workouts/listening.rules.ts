/** A place in a recording that exists: seconds, not before its start nor after its end where that is known. */
export function seekTo(seconds: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : seconds
  return Math.max(0, Math.min(seconds, end))
}

/** `1 minute 5 seconds`: a place in a recording, for those who hear it. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  const spoken = `${rest} ${rest === 1 ? 'second' : 'seconds'}`
  return minutes > 0 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${spoken}` : spoken
}
