import { counted } from '#lib/both/text/format.ts'
import { indianIsoTime, MINUTE } from '#lib/both/time/clock.ts'
import { languageOf } from '#lib/both/text/languages.ts'
import { paths } from '#lib/both/paths.ts'
import { AHEAD } from '#lib/both/time/reminders.ts'
import { breadcrumbData } from '#lib/both/structured-data.ts'

/** Webinars: open to every learner who registers, and announced to those shortly before they start. */

/** The key of the reminder of a start that a learner has. */
export function reminderKey(webinarId: number, userId: number, start: number): string {
  return `webinar:${webinarId}:${userId}:${start}`
}

interface Times {
  starts_at: number
  ends_at: number
}

export type WebinarPhase = 'coming' | 'running' | 'over'

export function phaseOf({ starts_at, ends_at }: Times, now: number): WebinarPhase {
  if (now < starts_at) return 'coming'
  return now < ends_at ? 'running' : 'over'
}

/** True from a quarter of an hour before the start until the end. */
export function mayJoin(times: Times, now: number): boolean {
  return now >= times.starts_at - AHEAD && phaseOf(times, now) !== 'over'
}

/** The moments at which a webinar's page becomes another. */
export function momentsOf({ starts_at, ends_at }: Times): number[] {
  return [starts_at - AHEAD, starts_at, ends_at]
}

/** `1 hour 30 minutes`. */
export function lengthOf({ starts_at, ends_at }: Times): string {
  const minutes = Math.round((ends_at - starts_at) / MINUTE)
  const part = (count: number, unit: string) => (count > 0 ? [counted(count, unit)] : [])
  return [...part(Math.floor(minutes / 60), 'hour'), ...part(minutes % 60, 'minute')].join(' ')
}

/** A webinar as everybody sees it. */
export interface Webinar extends Times {
  id: number
  title: string
  summary: string
  presenter: string
  image: string
  alt: string
  seats: number | null
  recording_url: string | null
}

/**
 * schema.org's description of a webinar. What is over is not offered, and of places that may all be taken nothing is said.
 * @param site the site's address without a final slash
 */
export function webinarData(webinar: Webinar, site: string, organizer: string, now: number): object {
  const url = site + paths.webinar(webinar.id)
  const availability = webinar.seats === null && { availability: 'https://schema.org/InStock' }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'EducationEvent',
        '@id': `${url}#webinar`,
        name: webinar.title,
        description: webinar.summary,
        url,
        image: new URL(webinar.image, site).href,
        startDate: indianIsoTime(webinar.starts_at),
        endDate: indianIsoTime(webinar.ends_at),
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url },
        inLanguage: languageOf(webinar.title + webinar.summary) ?? 'en-IN',
        isAccessibleForFree: true,
        ...(phaseOf(webinar, now) !== 'over' && {
          offers: { '@type': 'Offer', price: '0', priceCurrency: 'INR', ...availability, url },
        }),
        ...(webinar.seats !== null && { maximumAttendeeCapacity: webinar.seats }),
        performer: { '@type': 'Person', name: webinar.presenter },
        organizer: { '@type': 'Organization', name: organizer, url: site },
      },
      breadcrumbData(
        [
          { name: 'Webinars', path: paths.webinars },
          { name: webinar.title, path: paths.webinar(webinar.id) },
        ],
        site,
      ),
    ],
  }
}
