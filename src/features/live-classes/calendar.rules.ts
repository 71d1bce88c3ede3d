import { isoTime } from '#lib/both/time/clock.ts'

/** A calendar of live classes as RFC 5545 writes it. */

export interface CalendarEvent {
  /** The same in every calendar that holds the class, so that none shows it twice. */
  uid: string
  title: string
  course: string
  mentor: string
  joinUrl: string
  /** Milliseconds since 1970. */
  startsAt: number
  endsAt: number
}

export interface CalendarFacts {
  /** When this text was made, milliseconds since 1970. */
  stamp: number
  /** The site that made it. */
  site: string
  /** What calendar programs call the calendar; a single class needs none. */
  name?: string
}

/** How often programs that subscribe ask again. */
const REFRESH = 'PT1H'

/** Lines end with CR and LF and are at most 75 octets long (RFC 5545, section 3.1). */
export function calendarText(events: readonly CalendarEvent[], { stamp, site, name }: CalendarFacts): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(site).replaceAll('/', ' ')}//Live classes//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === undefined
      ? []
      : [`X-WR-CALNAME:${escaped(name)}`, `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`]),
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${escaped(event.uid)}`,
      `DTSTAMP:${utc(stamp)}`,
      `DTSTART:${utc(event.startsAt)}`,
      `DTEND:${utc(event.endsAt)}`,
      `SUMMARY:${escaped(event.title)}`,
      `DESCRIPTION:${escaped(`${event.course}\nMentor: ${event.mentor}\nJoin: ${event.joinUrl}`)}`,
      `LOCATION:${escaped(event.joinUrl)}`,
      // An address is no text: nothing in it is escaped.
      `URL:${event.joinUrl.replace(/[\s\p{Cc}]/gu, encodeURIComponent)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** RFC 5545, section 3.3.11; control characters have no place in a text. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** 20261120T123000Z */
function utc(instant: number): string {
  return `${isoTime(instant).slice(0, 19).replace(/[-:]/g, '')}Z`
}

const encoder = new TextEncoder()
const LONGEST = 75

/** Breaks a long line between characters; what follows begins with a space. */
function folded(line: string): string {
  let result = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LONGEST) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += size
  }
  return result
}
