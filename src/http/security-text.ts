import { DAY, isoTime } from '#lib/both/time/clock.ts'
import { siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'

/** A reader may believe it for half a year. */
const GOOD_FOR = 180 * DAY

/** RFC 9116: whom to tell about a vulnerability; undefined where nobody is named. */
export function securityText({ config, now }: Pick<Services, 'config' | 'now'>): string | undefined {
  if (config.SECURITY_CONTACT === undefined) return undefined
  return [
    `Contact: ${config.SECURITY_CONTACT}`,
    `Expires: ${isoTime(now() + GOOD_FOR)}`,
    'Preferred-Languages: en, ml',
    `Canonical: ${siteUrl(config)}/.well-known/security.txt`,
    '',
  ].join('\n')
}
