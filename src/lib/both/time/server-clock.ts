/**
 * What is known of the server's clock, relative to the browser's monotonic one (`performance.now()`), which no change of
 * the device's time touches. All in milliseconds.
 */
export interface ServerClock {
  /** Server time minus monotonic time. */
  offset: number
  /** How far off that can be: half of the time the reply took. */
  uncertainty: number
  /** Monotonic time of the observation. */
  observedAt: number
}

/** How fast two clocks may drift apart: 100 parts in a million. */
const DRIFT = 1e-4

/**
 * Learns from a reply: the server read its clock somewhere between `sentAt` and `receivedAt`. The narrowest observation is
 * kept, unless a newer one contradicts it, as after the device slept.
 */
export function observe(
  known: ServerClock | undefined,
  serverTime: number,
  sentAt: number,
  receivedAt: number,
): ServerClock {
  const seen = {
    offset: serverTime - (sentAt + receivedAt) / 2,
    uncertainty: (receivedAt - sentAt) / 2,
    observedAt: receivedAt,
  }
  if (!known) return seen
  const uncertainty = known.uncertainty + (receivedAt - known.observedAt) * DRIFT
  const contradicted = Math.abs(seen.offset - known.offset) > seen.uncertainty + uncertainty
  return contradicted || seen.uncertainty <= uncertainty ? seen : known
}

/** What two clocks of the device said at one moment, and what the server's time then was. All in milliseconds since 1970. */
export interface ClockAnchor {
  server: number
  /** The monotonic clock counted from the browser's start; no change of the device's time touches it, but it may sleep. */
  steady: number
  /** The device's time, which sleeps never and may be set. */
  wall: number
}

/** Milliseconds by which two clocks of a device may differ without doubt. */
export const MAX_PARTED = 2000

/**
 * The server's clock without a word from the server, from what was known at an earlier moment: as far on as the monotonic
 * clock says, and never back.
 */
export function clockFrom(anchor: ClockAnchor, now: { steady: number; monotonic: number }): ServerClock {
  const passed = Math.max(0, now.steady - anchor.steady)
  return { offset: anchor.server + passed - now.monotonic, uncertainty: Infinity, observedAt: now.monotonic }
}

/**
 * Milliseconds by which the server's time may be later than the monotonic clock says: the device slept, or its time was set
 * forward. 0 while both clocks agree, and where the device's time was set back.
 */
export function doubtSince(anchor: ClockAnchor, now: Pick<ClockAnchor, 'steady' | 'wall'>): number {
  const parted = now.wall - anchor.wall - Math.max(0, now.steady - anchor.steady)
  return parted > MAX_PARTED ? parted : 0
}

/** The server's time at a monotonic instant. */
export function serverTimeAt(clock: ServerClock, monotonic: number): number {
  return clock.offset + monotonic
}

/** Whole seconds left, never below 0; a second that has begun counts. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}

/** `59:08`, from an hour on `1:59:08`. */
export function clockFace(seconds: number): string {
  const pair = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${pair(minutes)}:${pair(seconds % 60)}` : `${pair(minutes)}:${pair(seconds % 60)}`
}
