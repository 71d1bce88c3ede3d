import { keepFormatters } from './formatters.ts'

/** Now, in milliseconds since 1970. Passed around so that tests own the time. */
export type Clock = () => number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** India has one time zone and no summer time: UTC+05:30 (document 1, section 9). */
export const INDIA_OFFSET = 5.5 * HOUR

/** An instant shifted so that its date and time in UTC are those in India. */
export function inIndia(instant: number): Date {
  return new Date(instant + INDIA_OFFSET)
}

/** Midnight in India of the day that `instant` falls on, as an instant. */
export function startOfIndianDay(instant: number): number {
  return Math.floor((instant + INDIA_OFFSET) / DAY) * DAY - INDIA_OFFSET
}

/** The instant of a wall-clock time in India; `month` from 1. */
export function indianTime(year: number, month: number, day: number, hour = 0, minute = 0): number {
  return Date.UTC(year, month - 1, day, hour, minute) - INDIA_OFFSET
}

/** `yyyy-MM-dd HH:mm:ss` in Indian time (document 2, section 9). */
export function indianDateTime(instant: number): string {
  return inIndia(instant).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2026-11-20`: the day in India that an instant falls on. */
export function indianDay(instant: number): string {
  return indianDateTime(instant).slice(0, 10)
}

/** `20-11-2026`: dd-MM-yyyy in Indian time. */
export function indianDate(instant: number): string {
  return indianDay(instant).split('-').reverse().join('-')
}

/** Adds the zone to a time in texts of the server, whose readers may be anywhere: `6:20 PM IST`. */
export function withZone(time: string): string {
  return `${time} IST`
}

let deviceFormatter: Intl.DateTimeFormat | undefined

/** Adds the zone where this device has another one. The server does not know the device, and adds none. */
function markZone(time: string): string {
  if (typeof document === 'undefined') return time
  deviceFormatter ??= new Intl.DateTimeFormat()
  // Calcutta is the older name, which Chromium still uses.
  const isIndian = /^Asia\/(Kolkata|Calcutta)$/.test(deviceFormatter.resolvedOptions().timeZone)
  return isIndian ? time : withZone(time)
}

function formatClock(instant: number, seconds: boolean): string {
  const [hour = '', minute = '', second = ''] = indianDateTime(instant).slice(11).split(':')
  return `${Number(hour) % 12 || 12}:${minute}${seconds ? `:${second}` : ''} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** `6:20 PM` in Indian time; `seconds` adds them: `6:20:05 PM`. Devices outside India show `6:20 PM IST`. */
export function indianClock(instant: number, { seconds = false } = {}): string {
  return markZone(formatClock(instant, seconds))
}

/**
 * Formats the start and the end of something: `6:00 PM – 7:30 PM`. An end on another day has its date.
 * @param dateOf formats that date as the page formats its dates
 */
export function clockRange(from: number, to: number, dateOf: (instant: number) => string = namedDate): string {
  const day = indianDay(from) === indianDay(to) ? '' : `${dateOf(to)}, `
  return markZone(`${formatClock(from, false)} – ${day}${formatClock(to, false)}`)
}

/** `2026-11-23T12:30:00.000Z`: ISO 8601 in UTC; null of no time. */
export function isoTime<Time extends number | null>(instant: Time): Time extends null ? null : string
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** `2026-11-23T18:00:00+05:30`: ISO 8601 in Indian time. */
export function indianIsoTime(instant: number): string {
  return `${indianDateTime(instant).replace(' ', 'T')}+05:30`
}

/**
 * `20-11-2026 6:20 PM`: dd-MM-yyyy h:mm a in Indian time (document 1, section 9). A page has one format of dates
 * (docs/decisions/0104-one-format-of-dates-on-a-page.md): this one on pages of courses, purchases, support and settings, in
 * the console and in exports.
 */
export function displayTime(instant: number, { seconds = false } = {}): string {
  return `${indianDate(instant)} ${indianClock(instant, { seconds })}`
}

/**
 * `20 Nov 2026, 6:20 PM` in Indian time, the month named in the language of dates: the format of all other pages and of
 * notifications. `seconds` adds them.
 */
export function namedMoment(instant: number, { seconds = false } = {}): string {
  return `${namedDate(instant)}, ${indianClock(instant, { seconds })}`
}

/** `20 Nov 2026`, or without the year `20 Nov`, in Indian time, the month named in the language of dates. */
export function namedDate(instant: number, { year = true } = {}): string {
  return named(instant, 'day numeric', 'month short', ...(year ? (['year numeric'] as const) : []))
}

/** `Friday, 20 Nov 2026` in Indian time, named in the language of dates. */
export function namedDay(instant: number): string {
  return `${namedWeekday(instant)}, ${namedDate(instant)}`
}

/** `Friday` in Indian time, named in the language of dates. */
export function namedWeekday(instant: number): string {
  return named(instant, 'weekday long')
}

/** `November 2026` in Indian time, named in the language of dates. */
export function namedMonth(instant: number): string {
  return named(instant, 'month long', 'year numeric')
}

/** A field of `Intl.DateTimeFormat` and its style. */
type DatePart = 'weekday long' | 'day numeric' | 'month long' | 'month short' | 'year numeric'

const datePartFormat = keepFormatters((locale, part: DatePart) => {
  const [field = '', style] = part.split(' ')
  return new Intl.DateTimeFormat(locale, { [field]: style, timeZone: 'UTC' })
})

/** Formats each part by itself, so that the order is the product's in every language. */
function named(instant: number, ...parts: DatePart[]): string {
  return parts.map((part) => datePartFormat(part).format(inIndia(instant))).join(' ')
}
