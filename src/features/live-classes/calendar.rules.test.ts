import { describe, expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { readCalendar } from '../../../tests/support/packs/calendar.ts'
import { calendarText, type CalendarEvent } from './calendar.rules.ts'

const stamp = indianTime(2026, 11, 20)
const event: CalendarEvent = {
  uid: 'live-class-7@learn.example.org',
  title: 'Percentages',
  course: 'SSC Arithmetic',
  mentor: 'Asha Menon',
  joinUrl: 'https://meet.example.org/abc',
  startsAt: indianTime(2026, 11, 20, 18, 30),
  endsAt: indianTime(2026, 11, 20, 19, 45),
}
const read = (changes: Partial<CalendarEvent> = {}) =>
  readCalendar(calendarText([{ ...event, ...changes }], { stamp, site: 'A, B' })).events[0]!

describe('a class in a calendar', () => {
  it('has its times in UTC, wherever the calendar is', () => {
    expect(read()).toMatchObject({
      UID: event.uid,
      DTSTAMP: '20261119T183000Z',
      DTSTART: '20261120T130000Z',
      DTEND: '20261120T141500Z',
      SUMMARY: 'Percentages',
      LOCATION: event.joinUrl,
      URL: event.joinUrl,
      DESCRIPTION: 'SSC Arithmetic\nMentor: Asha Menon\nJoin: https://meet.example.org/abc',
    })
  })

  it.each([
    'Commas, semicolons; colons: and \\ backslashes \\n',
    'two\nlines',
    '"quoted"',
    'ശതമാനം — പാഠം ഒന്ന്: '.repeat(12),
    '👩🏽‍🏫'.repeat(40),
    'x'.repeat(74),
    'x'.repeat(75),
    'x'.repeat(300),
    `${'x'.repeat(66)}é${'y'.repeat(80)}`,
    'END:VEVENT\nBEGIN:VALARM',
    'ends with a space ',
  ])('gives back the title %j', (title) => {
    expect(read({ title }).SUMMARY).toBe(title)
  })

  it('has lines of at most 75 octets, and breaks none that is no longer', () => {
    const octets = (line: string) => new TextEncoder().encode(line).length
    const linesOf = (title: string) => {
      const lines = calendarText([{ ...event, title }], { stamp, site: 'A' }).split('\r\n')
      return lines.slice(
        lines.findIndex((line) => line.startsWith('SUMMARY:')),
        -1,
      )
    }
    expect(linesOf('x'.repeat(67))[0]).toBe(`SUMMARY:${'x'.repeat(67)}`)
    expect(linesOf('x'.repeat(68)).slice(0, 2)).toEqual([`SUMMARY:${'x'.repeat(67)}`, ' x'])
    for (const line of linesOf('ശതമാനം — പാഠം ഒന്ന്: '.repeat(12))) expect(octets(line)).toBeLessThanOrEqual(75)
  })

  it.each(['carriage\r\nreturn', 'lone\rreturn'])('takes any line break: %j', (title) => {
    expect(read({ title }).SUMMARY).toBe(title.replace(/\r\n?/, '\n'))
  })

  it('drops control characters', () => {
    expect(read({ title: 'a\u0000b\u0007c' }).SUMMARY).toBe('abc')
  })

  it('leaves the address of the meeting as it is, and on one line', () => {
    const joinUrl = 'https://meet.example.org/j/1;a,b?pwd=x\\y'
    expect(read({ joinUrl }).URL).toBe(joinUrl)
    expect(read({ joinUrl: 'https://meet.example.org/\r\nATTENDEE:x y' }).URL).toBe(
      'https://meet.example.org/%0D%0AATTENDEE:x%20y',
    )
  })
})

describe('a calendar', () => {
  it('holds its classes, its name and how often to ask again', () => {
    const text = calendarText([event, { ...event, uid: 'live-class-8@learn.example.org' }], {
      stamp,
      site: 'A/B, C',
      name: 'A, B',
    })
    const { properties, events } = readCalendar(text)
    expect(properties).toMatchObject({
      VERSION: '2.0',
      PRODID: '-//A B\\, C//Live classes//EN',
      METHOD: 'PUBLISH',
      'X-WR-CALNAME': 'A, B',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
    })
    expect(events.map(({ UID }) => UID)).toEqual(['live-class-7@learn.example.org', 'live-class-8@learn.example.org'])
  })

  it('may be empty', () => {
    expect(readCalendar(calendarText([], { stamp, site: 'A, B' })).events).toEqual([])
  })
})
