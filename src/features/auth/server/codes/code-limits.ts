import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { Limit } from '#lib/both/calls/limits.ts'
import type { CodeWay } from '../../auth.tables.ts'

/** Whoever is known to the phone's owner: a device that has logged in before, or the learner who ends the account. */
const known = {
  sends: [
    { count: 5, span: 15 * MINUTE },
    { count: 12, span: DAY },
  ],
  guesses: [
    { count: 15, span: DAY },
    { count: 50, span: 30 * DAY },
  ],
} as const

/**
 * How often codes may be sent and guessed at. docs/decisions/0029-ways-in.md has the reasons, docs/reference/security.md
 * the odds that these leave to a guesser; a test computes them from here.
 */
export const codeLimits = {
  /** Guesses at one code of 4 digits. */
  tries: 5,
  /**
   * Codes sent. Only those that nobody has typed in count: a log-in that succeeds clears its phone's sends, so the limits
   * meet those who make phones ring, not a learner who logs in often or a school behind one address.
   */
  sends: {
    phone: [
      { count: 5, span: 15 * MINUTE },
      { count: 12, span: DAY },
    ],
    /** From one address, or one /48, to one phone: less than the phone may get, so that one caller alone locks nobody out. */
    phoneFromNetwork: [
      { count: 4, span: 15 * MINUTE },
      { count: 8, span: DAY },
    ],
    known: known.sends,
    /** Of one long code, which lives as long. */
    long: [{ count: 3, span: DAY }],
    network: {
      ipv4: [
        { count: 120, span: HOUR },
        { count: 480, span: DAY },
      ],
      64: [
        { count: 40, span: HOUR },
        { count: 160, span: DAY },
      ],
      56: [
        { count: 80, span: HOUR },
        { count: 320, span: DAY },
      ],
      48: [
        { count: 120, span: HOUR },
        { count: 480, span: DAY },
      ],
    },
  },
  /** Wrong guesses at codes that were live. A log-in takes back those that were made for its phone from its own address. */
  guesses: {
    phone: [
      { count: 30, span: DAY },
      { count: 100, span: 30 * DAY },
    ],
    phoneFromNetwork: [{ count: 15, span: DAY }],
    known: known.guesses,
    long: [{ count: 10_000, span: DAY }],
    network: {
      ipv4: [{ count: 200, span: DAY }],
      64: [{ count: 200, span: DAY }],
      56: [{ count: 300, span: DAY }],
      48: [{ count: 400, span: DAY }],
    },
  },
  /** Wrong guesses from one network, whether there was a code or not: ids can be counted up. */
  anyGuesses: { span: 15 * MINUTE, count: { ipv4: 100, 64: 100, 56: 150, 48: 200 } },
} as const

/** The longest time that a limit of sends, and one of guesses, looks back. */
export const REMEMBERED = { sends: DAY, guesses: 30 * DAY }

/** Minutes that a code works: for as long as it takes to type it in, or, where strangers shall not wear it out, a day. */
export function minutesOf(way: CodeWay): number {
  return isLong(way) ? DAY / MINUTE : 10
}

/** Codes of 8 digits. */
export const isLong = (way: CodeWay): way is 'long' | 'staff long' => way === 'long' || way === 'staff long'

/** Codes of 4 digits that any browser may request. */
export const isShort = (way: CodeWay): way is 'short' | 'staff' => way === 'short' || way === 'staff'

/** What one way in may be sent, and guessed at. */
export function limitsOfWay(way: CodeWay): { sends: readonly Limit[]; guesses: readonly Limit[] } {
  const { sends, guesses } = codeLimits
  if (isShort(way)) return { sends: sends.phone, guesses: guesses.phone }
  if (isLong(way)) return { sends: sends.long, guesses: guesses.long }
  return { sends: sends.known, guesses: guesses.known }
}
