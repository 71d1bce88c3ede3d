import { timesOf } from './call/asked-ahead.ts'
import {
  clockFrom,
  doubtSince,
  MAX_PARTED,
  observe,
  serverTimeAt,
  type ClockAnchor,
  type ServerClock,
} from '../both/time/server-clock.ts'

/** What a device's own clocks say, in milliseconds. */
export interface DeviceClocks {
  /** The monotonic one, and when it began by the other. */
  steady: () => number
  origin: () => number
  /** The time of day, which may be set. */
  wall: () => number
}

/** What a device knows of the server's time. */
export interface ServerTime {
  /** Makes a request and learns the server's time from its reply. */
  timed: <Reply extends { server_time: number }>(request: () => Promise<Reply>) => Promise<Reply>
  /** The server's time now, whole milliseconds since 1970; the device's own before the first reply. */
  serverNow: () => number
  /** True once the server itself has told its time, and nothing has put that in doubt since. */
  isServersTime: () => boolean
  /** Milliseconds by which the server's time may be later than `serverNow`, because the device's clocks disagree. */
  doubt: () => number
  /** What is known of the server's time, to go on from later: of before the clocks disagreed while they do. */
  clockAnchor: () => ClockAnchor
  /** Goes on from an earlier moment: the page was loaded without the server, or the device slept and cannot ask. */
  trustDevice: (anchor: ClockAnchor) => void
  /**
   * Watches for time that the monotonic clock may not have counted, as while a device sleeps.
   * @returns a function that tells, each time it is asked, whether the clocks parted since the last time
   */
  sleepWatch: () => () => boolean
}

/** Keeps the server's time by the clocks of a device. */
export function keepServerTime({ steady, origin, wall }: DeviceClocks): ServerTime {
  let clock: ServerClock | undefined
  let doubt = 0
  let trusted: ClockAnchor | undefined
  // Some browsers compute it from the time of day at each call.
  const began = origin()
  const deviceTime = () => ({ steady: began + steady(), wall: wall() })
  const serverNow = () => (clock ? Math.round(serverTimeAt(clock, steady())) : wall())
  return {
    timed: async (request) => {
      const asked = steady()
      const reply = await request()
      const { sent, came } = timesOf(reply) ?? { sent: asked, came: steady() }
      clock = observe(clock, reply.server_time, sent, came)
      doubt = 0
      return reply
    },
    serverNow,
    isServersTime: () => clock !== undefined && clock.uncertainty < Infinity,
    doubt: () => doubt,
    clockAnchor: () => (doubt && trusted ? trusted : { server: serverNow(), ...deviceTime() }),
    trustDevice: (anchor) => {
      const now = deviceTime()
      clock = clockFrom(anchor, { ...now, monotonic: steady() })
      doubt = doubtSince(anchor, now)
      trusted = anchor
    },
    sleepWatch: () => {
      let between = wall() - steady()
      return () => {
        const now = wall() - steady()
        const parted = Math.abs(now - between) > MAX_PARTED
        between = now
        return parted
      }
    },
  }
}

/** The server's time on this page. */
export const serverTime = keepServerTime({
  steady: () => performance.now(),
  origin: () => performance.timeOrigin,
  wall: () => Date.now(),
})

export const { timed, serverNow } = serverTime
