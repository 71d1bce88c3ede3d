import { generateSecret, generateSync, generateURI } from 'otplib'
import { timingSafeEqual } from 'node:crypto'
import { SECOND } from '#lib/both/time/clock.ts'

/** Codes of authenticator apps: by time (RFC 6238) as apps have them, by count (RFC 4226) for the demo. */

/** How long one code of an app is shown. */
const STEP = 30 * SECOND

/** Steps before and after that of the clock, for phones that go wrong and people who type slowly (RFC 6238, section 6). */
const STEPS_AROUND = 1

export const newSecret = () => generateSecret()

/** What an app reads from a picture or takes as an address. */
export const authenticatorUri = (issuer: string, label: string, secret: string) =>
  generateURI({ issuer, label, secret })

/** The code of a count. */
export const codeOfCount = (secret: string, counter: number): string =>
  generateSync({ strategy: 'hotp', secret, counter })

// By its step, which is what the time comes to (RFC 6238, section 4.2).
const codeOfStep = codeOfCount

/**
 * The step that a code is of, at an instant.
 * @param after the step of the code that was used last: none is taken twice
 * @returns undefined of a wrong code, 'used' of one that was right and is spent
 */
export function stepOf(secret: string, code: string, now: number, after: number): number | 'used' | undefined {
  const current = Math.floor(now / STEP)
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step += 1)
    if (same(codeOfStep(secret, step), code)) return step > after ? step : 'used'
  return undefined
}

export function same(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
