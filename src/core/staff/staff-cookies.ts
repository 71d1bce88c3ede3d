import type { Context as HonoContext } from 'hono'
import type { Config } from '../config.ts'
import { readSiteCookie, sendSiteCookie } from '../calls/site-cookie.ts'

/**
 * What each of them holds: the token of a session, and that of a log-in under way. The API document tells the names, so the
 * product's is not among them.
 */
export const staffCookieNames = { session: 'staff', entry: 'staff-entry' } as const

type StaffCookie = keyof typeof staffCookieNames

/** The cookies of staff: no script reads them, no other site sends them, and they end with the browser. */
export interface StaffCookies {
  read: (which: StaffCookie) => string | undefined
  keep: (which: StaffCookie, token: string) => void
  drop: (which: StaffCookie) => void
}

/** What stands in the request, read when a call asks for it: those of learners never do. */
export const staffCookies = (c: HonoContext, config: Config): StaffCookies => new CookiesOf(c, config)

class CookiesOf implements StaffCookies {
  readonly #c: HonoContext
  readonly #config: Config

  constructor(c: HonoContext, config: Config) {
    this.#c = c
    this.#config = config
  }

  read(which: StaffCookie): string | undefined {
    return readSiteCookie(this.#c, this.#config, staffCookieNames[which])
  }

  keep(which: StaffCookie, token: string): void {
    sendSiteCookie(this.#c, this.#config, staffCookieNames[which], token, { sameSite: 'Strict' })
  }

  drop(which: StaffCookie): void {
    sendSiteCookie(this.#c, this.#config, staffCookieNames[which], '', { sameSite: 'Strict', maxAge: 0 })
  }
}
