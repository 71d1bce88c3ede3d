import type { PageGuests } from '#lib/both/page-guests.ts'
import type { TrustedName } from '#lib/both/trusted.ts'

/** Headers that come with a page, since pages differ in them. All other replies have those of security-headers.ts. */
export const pageHeaderNames = ['content-security-policy', 'permissions-policy', 'cross-origin-opener-policy'] as const

/** Of everything that is no page: a browser that shows it runs nothing of it, loads nothing and frames it nowhere. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Of our scripts: the policy counts where one is a worker, which asks our own server. */
export const scriptPolicy = `${closedPolicy}; connect-src 'self'; img-src 'self'`

/** What the product uses of what browsers guard. */
const ownFeatures = [
  // Lectures, ours or in a provider's frame
  'autoplay',
  'encrypted-media',
  'fullscreen',
  'picture-in-picture',
  // The address of a calendar feed
  'clipboard-write',
  // The code of a log-in, read from the message
  'otp-credentials',
]

/**
 * Everything else that browsers guard, closed to every page and to whatever a page frames. Not here is what some builds of
 * Chromium do not know, for they warn of each in the console: bluetooth, digital-credentials-create, speaker-selection and
 * web-share. Frames of others have none of those unless a page allows it, and all but the last ask the learner.
 */
const closedFeatures = [
  'accelerometer',
  'aria-notify',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'deferred-fetch',
  'deferred-fetch-minimal',
  'digital-credentials-get',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'interest-cohort',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'payment',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'summarizer',
  'sync-xhr',
  'translator',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Permissions-Policy of what is no page. Nothing of it runs, so the whole list would only make each reply of the API longer
 * by a kilobyte.
 */
export const closedPermissions = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Permissions-Policy of a page with these guests. */
export function permissionsOf({ features = {} }: PageGuests): string {
  const allowed = (hosts: readonly string[] = []) => `(${['self', ...hosts.map((host) => `"${host}"`)].join(' ')})`
  return [
    ...ownFeatures.map((name) => `${name}=${allowed(features[name])}`),
    ...closedFeatures.map((name) => `${name}=${features[name] ? allowed(features[name]) : '()'}`),
  ].join(', ')
}

const trustedNames: TrustedName[] = ['padavu-inert', 'padavu-html', 'padavu-script']

/** Content of a page that stands in the page itself, by its hash: `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

/** Content-Security-Policy of a page (docs/decisions/0025-what-a-browser-may-do.md). */
export function contentPolicyOf(guests: PageGuests, hashes: InlineHashes, secure: boolean): string {
  const { scripts = [], frames = [], calls = [], pictures = [], foreignScript = false } = guests
  const own = (more: readonly string[]) => ["'self'", ...more]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': own([...scripts, ...new Set(hashes.scripts)]),
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'style-src-elem': own(foreignScript ? ["'unsafe-inline'"] : [...new Set(hashes.styles)]),
    // Formulas are drawn with style attributes, of which the sanitiser leaves those alone that KaTeX writes.
    'style-src-attr': ["'unsafe-inline'"],
    // The style sheet draws small marks from data: addresses; a picture about to be sent is shown from a blob:.
    'img-src': own(['data:', 'blob:', ...pictures]),
    'font-src': ["'self'"],
    'media-src': ["'self'"],
    'connect-src': own(calls),
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(!foreignScript && {
      'require-trusted-types-for': ["'script'"],
      'trusted-types': trustedNames,
    }),
    ...(secure && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}
