import type { Context as HonoContext } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { isSecure, type Config } from '../config.ts'
import { tellHeader } from '../calls/reply-headers.ts'

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
    return getCookie(this.#c, staffCookieNames[which], this.#prefix)
  }

  keep(which: StaffCookie, token: string): void {
    this.#tell(which, token)
  }

  drop(which: StaffCookie): void {
    this.#tell(which, '', 0)
  }

  #tell(which: StaffCookie, value: string, maxAge?: number): void {
    const prefix = this.#prefix
    const cookie = generateCookie(staffCookieNames[which], value, {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      // Browsers keep such a cookie of this machine as well, where nothing is encrypted.
      secure: true,
      ...(maxAge !== undefined && { maxAge }),
      ...(prefix && { prefix }),
    })
    tellHeader(this.#c, 'set-cookie', cookie)
  }

  /** Browsers refuse the prefix without encryption, also for this machine. */
  get #prefix(): 'host' | undefined {
    return isSecure(this.#config) ? 'host' : undefined
  }
}
