import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { oldestBrowsers } from '../../../scripts/browser-targets.mjs'

/** MDN's browser compatibility data for the oldest supported browsers. */

export const compat = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** The names that MDN has for the browsers of the list. */
const mdnNames = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'safari_ios',
} as const

/** @returns the oldest browsers without the feature, such as `firefox 115`; empty where MDN has no data */
export function oldestWithout(feature: Identifier | undefined): string[] {
  const support = feature?.__compat?.support
  if (!support) return []
  return oldestBrowsers.flatMap(({ browser, version }) => {
    const stated = support[mdnNames[browser]] ?? []
    const statements = Array.isArray(stated) ? stated : [stated]
    return statements.some((one) => coversVersion(one, version)) ? [] : [`${browser} ${version}`]
  })
}

/** True where some of the oldest browsers lack the feature. */
export const isNewer = (feature: Identifier | undefined): boolean => oldestWithout(feature).length > 0

/** Behind a flag, with a prefix or under another name a feature is not there; with gaps that MDN calls partial it is. */
function coversVersion(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement
  if (flags || prefix || alternative_name || !version_added || version_added === 'preview') return false
  const isRemoved = typeof version_removed === 'string' && !isOlder(version, version_removed)
  return !isRemoved && !isOlder(version, version_added)
}

/** Compares versions such as `16.4` and `≤37`. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.replace('≤', '').split('.').map(Number))
  return (a![0]! - b![0]! || (a![1] ?? 0) - (b![1] ?? 0)) < 0
}

/** All features below one, each with its name. */
export function featuresBelow(group: object): [name: string, feature: Identifier][] {
  return Object.entries(group).filter(([name]) => name !== '__compat' && name !== '__meta') as [string, Identifier][]
}
