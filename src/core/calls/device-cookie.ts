import type { Context as HonoContext } from 'hono'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import type { Config } from '../config.ts'
import { readSiteCookie, sendSiteCookie } from './site-cookie.ts'

/** As long as browsers keep a cookie. */
const KEPT = (400 * DAY) / SECOND

const NAME = 'padavu-device'

/** What a browser brings of the log-ins before (src/features/auth/server/ways/known-devices.ts). It lets nobody in. */
export interface DeviceCookie {
  /** As it came: anybody may have written it. */
  cookie: string | undefined
  /** Sends a value with the reply, for the browser to bring back. */
  keep: (value: string) => void
}

/** What stands in the request, read when a call asks for it: most never do. */
export const deviceCookie = (c: HonoContext, config: Config): DeviceCookie => new CookieOf(c, config)

/** A class: an object with a getter of its own costs each request a hidden class, a third of a page's time in all. */
class CookieOf implements DeviceCookie {
  readonly #c: HonoContext
  readonly #config: Config

  constructor(c: HonoContext, config: Config) {
    this.#c = c
    this.#config = config
  }

  get cookie(): string | undefined {
    return readSiteCookie(this.#c, this.#config, NAME)
  }

  keep(value: string): void {
    sendSiteCookie(this.#c, this.#config, NAME, value, { sameSite: 'Lax', maxAge: KEPT })
  }
}
