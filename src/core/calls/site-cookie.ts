import type { Context as HonoContext } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { isSecure, type Config } from '../config.ts'
import { tellHeader } from './reply-headers.ts'

/** Options of a cookie. Every cookie is for the whole site and closed to scripts. */
interface CookieOptions {
  sameSite: 'Lax' | 'Strict'
  /** Seconds until the browser deletes the cookie; without it the cookie ends with the browser. */
  maxAge?: number
}

/**
 * `__Host-` where the site has https. Browsers refuse the prefix without https, and WebKit also refuses `Secure` there,
 * even on localhost.
 */
const prefixOf = (config: Config) => (isSecure(config) ? 'host' : undefined)

/** @returns the value that the request brings, which anybody may have written */
export const readSiteCookie = (c: HonoContext, config: Config, name: string): string | undefined =>
  getCookie(c, name, prefixOf(config))

/** Sends a cookie with the reply: `Secure`, with the prefix `__Host-`, exactly when SITE_URL is https. */
export function sendSiteCookie(
  c: HonoContext,
  config: Config,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  const prefix = prefixOf(config)
  const cookie = generateCookie(name, value, {
    path: '/',
    httpOnly: true,
    secure: prefix !== undefined,
    ...(prefix && { prefix }),
    ...options,
  })
  tellHeader(c, 'set-cookie', cookie)
}
