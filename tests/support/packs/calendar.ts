import { expect } from 'vitest'

type Properties = Record<string, string>

/** Properties whose value is a text (RFC 5545, section 3.3.11); the others are read as they stand. */
const texts = /^(UID|SUMMARY|DESCRIPTION|LOCATION|X-WR-CALNAME)$/

/**
 * Reads a calendar as strictly as RFC 5545 writes it: line ends, line lengths in octets, folding in the middle of no
 * character, each property once, components closed in order.
 */
export function readCalendar(text: string): { properties: Properties; events: Properties[] } {
  expect(text.endsWith('\r\n'), 'the last line ends').toBe(true)
  expect(text.replaceAll('\r\n', ''), 'line ends').not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line), `octets of ${line}`).toBeLessThanOrEqual(75)
    expect(line.isWellFormed(), `characters of ${line}`).toBe(true)
  }
  const properties: Properties = {}
  const events: Properties[] = []
  const open: string[] = []
  for (const line of text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)) {
    const colon = line.indexOf(':')
    const [name, raw] = [line.slice(0, colon), line.slice(colon + 1)]
    expect(name, line).toMatch(/^[A-Z-]+(;[A-Z-]+=[\w-]+)*$/)
    if (name === 'BEGIN') {
      expect(raw).toBe(open.length === 0 ? 'VCALENDAR' : 'VEVENT')
      open.push(raw)
      if (raw === 'VEVENT') events.push({})
    } else if (name === 'END') {
      expect(raw).toBe(open.pop())
    } else {
      const target = open.length === 1 ? properties : events.at(-1)!
      expect(target, `${name} once`).not.toHaveProperty([name])
      target[name] = texts.test(name) ? unescaped(raw) : raw
    }
  }
  expect(open).toEqual([])
  for (const name of ['VERSION', 'PRODID']) expect(properties).toHaveProperty(name)
  for (const event of events) for (const name of ['UID', 'DTSTAMP', 'DTSTART']) expect(event).toHaveProperty(name)
  return { properties, events }
}

function unescaped(raw: string): string {
  expect(raw.replace(/\\[\\;,nN]/g, ''), `escapes of ${raw}`).not.toMatch(/[\\;,]/)
  return raw.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
}
