import { describe, expect, test } from 'vitest'
import { HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { lengthOf, mayJoin, momentsOf, phaseOf, reminderKey, webinarData } from './webinars.rules.ts'

const starts_at = indianTime(2026, 12, 1, 19)
const times = { starts_at, ends_at: starts_at + HOUR }

test.each([
  [-HOUR, 'coming', false],
  [-15 * MINUTE - 1, 'coming', false],
  [-15 * MINUTE, 'coming', true],
  [0, 'running', true],
  [HOUR - 1, 'running', true],
  [HOUR, 'over', false],
] as const)('%i ms after its start a webinar is %s, and joined: %s', (after, phase, joined) => {
  expect([phaseOf(times, starts_at + after), mayJoin(times, starts_at + after)]).toEqual([phase, joined])
})

test('the page of a webinar becomes another a quarter of an hour before it, at its start and at its end', () => {
  expect(momentsOf(times)).toEqual([starts_at - 15 * MINUTE, starts_at, starts_at + HOUR])
})

test('a reminder is known by webinar, learner and start, so that one is sent of each', () => {
  const keys = [reminderKey(1, 2, 3), reminderKey(2, 1, 3), reminderKey(1, 2, 4)]
  expect(new Set(keys).size).toBe(3)
  expect(reminderKey(1, 2, 3)).toBe(keys[0])
})

test.each([
  [45, '45 minutes'],
  [60, '1 hour'],
  [121, '2 hours 1 minute'],
])('%i minutes are %s', (minutes, words) => {
  expect(lengthOf({ starts_at, ends_at: starts_at + minutes * MINUTE })).toBe(words)
})

describe('what search engines read of a webinar', () => {
  const webinar = {
    ...{ id: 3, title: 'A plan', summary: 'For a month', presenter: 'Lekha Varma', image: '/media/a.svg', alt: 'A' },
    ...{ ...times, seats: 20, recording_url: null },
  }

  const site = 'https://learn.example.org'

  test('is an event online, with its times in India', () => {
    expect(webinarData(webinar, site, 'Padavu', starts_at)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'EducationEvent',
          '@id': 'https://learn.example.org/webinars/3#webinar',
          name: 'A plan',
          url: 'https://learn.example.org/webinars/3',
          startDate: '2026-12-01T19:00:00+05:30',
          endDate: '2026-12-01T20:00:00+05:30',
          eventStatus: 'https://schema.org/EventScheduled',
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: { '@type': 'VirtualLocation', url: 'https://learn.example.org/webinars/3' },
          offers: { price: '0', priceCurrency: 'INR' },
          maximumAttendeeCapacity: 20,
          inLanguage: 'en-IN',
          isAccessibleForFree: true,
          performer: { '@type': 'Person', name: 'Lekha Varma' },
          organizer: { '@type': 'Organization', name: 'Padavu', url: 'https://learn.example.org' },
        },
        { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Webinars' }, { name: 'A plan' }] },
      ],
    })
  })

  test('tells the language of its words, and no capacity where there is none', () => {
    const data = (title: string, summary: string) =>
      webinarData({ ...webinar, title, summary, seats: null }, site, 'Padavu', starts_at)
    const graph = [{ inLanguage: 'ml' }, {}]
    expect(data('കേരളപ്പിറവി', '2026')).toMatchObject({ '@graph': graph })
    expect(data('2026', 'കേരളപ്പിറവി')).toMatchObject({ '@graph': graph })
    expect(JSON.stringify(data('A plan', ''))).not.toContain('maximumAttendeeCapacity')
  })

  test('offers what one can still get, and does not say that there are places where they may all be taken', () => {
    const offered = (seats: number | null, now: number) => {
      const data = webinarData({ ...webinar, seats }, site, 'Padavu', now) as { '@graph': { offers?: object }[] }
      return data['@graph'][0]!.offers
    }
    const offer = { '@type': 'Offer', price: '0', priceCurrency: 'INR', url: `${site}/webinars/3` }
    expect(offered(null, times.ends_at - 1)).toEqual({ ...offer, availability: 'https://schema.org/InStock' })
    expect(offered(20, times.ends_at - 1)).toEqual(offer)
    expect([offered(null, times.ends_at), offered(20, times.ends_at)]).toEqual([undefined, undefined])
  })
})
