import { clockFrom, observe, serverTimeAt, type ClockAnchor, type ServerClock } from '../both/time/server-clock.ts'

let clock: ServerClock | undefined

/** Makes a request and learns the server's time from its reply. */
export async function timed<Reply extends { server_time: number }>(request: () => Promise<Reply>): Promise<Reply> {
  const sentAt = performance.now()
  const reply = await request()
  clock = observe(clock, reply.server_time, sentAt, performance.now())
  return reply
}

/** The server's time now, whole milliseconds since 1970; the device's own before the first reply. */
export function serverNow(): number {
  return clock ? Math.round(serverTimeAt(clock, performance.now())) : Date.now()
}

/** True once the server itself has told its time, and nothing has put that in doubt since. */
export function isServersTime(): boolean {
  return clock !== undefined && clock.uncertainty < Infinity
}

const deviceTime = () => ({ steady: performance.timeOrigin + performance.now(), wall: Date.now() })

/** What is known of the server's time, to go on from later. */
export function clockAnchor(): ClockAnchor {
  return { server: serverNow(), ...deviceTime() }
}

/** Goes on from an earlier moment: the page was loaded without the server, or the device slept and cannot ask. */
export function trustDevice(anchor: ClockAnchor): void {
  clock = clockFrom(anchor, { ...deviceTime(), monotonic: performance.now() })
}

/**
 * Watches for time that the monotonic clock may not have counted, as while a device sleeps.
 * @returns a function that tells, each time it is asked, whether the clocks parted since the last time
 */
export function sleepWatch(): () => boolean {
  let between = Date.now() - performance.now()
  return () => {
    const now = Date.now() - performance.now()
    const parted = Math.abs(now - between) > 2000
    between = now
    return parted
  }
}
