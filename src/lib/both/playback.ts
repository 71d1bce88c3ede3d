/** Speeds at which videos and recordings play. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** `3:12`, `1:02:05`. @param seconds of a video */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const pair = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${pair(minutes)}:${pair(whole % 60)}` : `${minutes}:${pair(whole % 60)}`
}
