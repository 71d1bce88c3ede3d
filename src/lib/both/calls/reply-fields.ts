import * as z from 'zod/mini'
import { LARGEST_ID, means } from './fields.ts'

/** Fields of replies that many contracts share: what a number counts, and in which unit, is told by the API document too. */

const whole = () => z.int().check(z.minimum(0))

/** Names something in other calls. */
export const rowId = z.int().check(z.minimum(1), z.maximum(LARGEST_ID))

/** How many of something. */
export const howMany = whole()

/** A place in a list, from 0. */
export const place = means(whole(), 'A place in a list, from 0')

export const minutes = means(whole(), 'Minutes')

export const seconds = means(whole(), 'Seconds')

/** A place in a video. */
export const decimalSeconds = means(z.number().check(z.minimum(0)), 'Seconds, with decimals')

/** How long something took. */
export const took = means(whole(), 'Milliseconds')

/** When something is, was or will be. */
export const instant = means(whole(), 'Milliseconds since 1970-01-01, UTC')

/** The same in seconds, as the specification has it of exams. */
export const epochSeconds = means(whole(), 'Seconds since 1970-01-01, UTC')

/** Stands beside each time that is shown, under its name and `_iso`: docs/decisions/0047-one-true-instant.md. */
export const isoInstant = means(
  z.iso.datetime(),
  'The instant itself: ISO 8601 in UTC, such as 2026-11-23T12:30:00.000Z',
)

/** Wall clocks in India, whatever the caller's zone is. */
export const indianDay = means(z.string(), 'A day in India: yyyy-MM-dd')
export const indianTime = means(z.string(), 'Indian time: yyyy-MM-dd HH:mm:ss')

export const rupees = means(z.number().check(z.minimum(0)), 'Rupees, at most two decimals')

export const paise = means(whole(), 'Paise: a hundredth of a rupee')

/** Of an answer or a paper; below zero where wrong answers cost more than right ones gave. */
export const marks = means(z.number(), 'Marks, at most two decimals')

export const percent = means(z.number().check(z.minimum(0), z.maximum(100)), 'Percent, at most two decimals')

/** HTML that is safe to show: cut to an allow-list of elements, attributes and addresses. */
export const safeHtml = means(z.string(), 'Sanitised HTML')
