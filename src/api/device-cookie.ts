import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY, SECOND } from '#lib/clock.ts'
import type { Config } from './config.ts'
import { isSecure } from './security-headers.ts'

/** As long as browsers keep a cookie. */
const KEPT = (400 * DAY) / SECOND

/** What a browser brings of the log-ins before (src/features/auth/server/ways/known-devices.ts). It lets nobody in. */
export interface DeviceCookie {
  /** As it came: anybody may have written it. */
  cookie: string | undefined
  /** Sends a value with the reply, for the browser to bring back. */
  keep: (value: string) => void
}

export function deviceCookie(c: HonoContext, config: Config): DeviceCookie {
  const secure = isSecure(config)
  const prefix = secure ? 'host' : undefined
  return {
    get cookie() {
      // Most calls never look at it.
      return getCookie(c, 'padavu-device', prefix)
    },
    keep: (value) =>
      setCookie(c, 'padavu-device', value, {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: KEPT,
        secure,
        ...(prefix && { prefix }),
      }),
  }
}
