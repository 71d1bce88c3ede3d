import { describe, expect, test } from 'vitest'
import { HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { lengthOf, mayJoin, phaseOf, webinarData } from './webinars.rules.ts'

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
      '@graph': [
        {
          '@type': 'EducationEvent',
          name: 'A plan',
          url: 'https://learn.example.org/webinars/3',
          startDate: '2026-12-01T19:00:00+05:30',
          endDate: '2026-12-01T20:00:00+05:30',
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: { '@type': 'VirtualLocation', url: 'https://learn.example.org/webinars/3' },
          offers: { price: '0', priceCurrency: 'INR' },
          maximumAttendeeCapacity: 20,
          performer: { name: 'Lekha Varma' },
        },
        { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Webinars' }, { name: 'A plan' }] },
      ],
    })
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
