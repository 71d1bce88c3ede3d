import { createHash } from 'node:crypto'
import type { InlineHashes } from '#http/pages/page-policy.ts'
import { earlySubmitScript } from '#features/auth/early-submit.browser.ts'
import { guardScript, loggedOutScript } from '#features/auth/guard.ts'
import { workoutsAheadScript } from '#features/workouts/workouts-ahead.browser.ts'
import { aheadScript } from './ahead-script.ts'
import { returnScript } from '../shell/return-link.ts'
import { staffGuardScript, staffLoggedOutScript } from '../staff/staff-guard.ts'
import { headScript } from './head-script.ts'
import { olderBrowserScript } from './older-browsers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Every script that we write into pages as text. Hashed when the server starts and not in astro.config.mjs, because the
 * build changes the text of the functions among them.
 */
const own = [
  olderBrowserScript,
  headScript,
  aheadScript,
  workoutsAheadScript,
  guardScript,
  returnScript,
  loggedOutScript,
  earlySubmitScript,
  staffGuardScript,
  staffLoggedOutScript,
].map(hashOf)

/**
 * What of a page's inline scripts and styles may count: of those that are known, the ones this page has. All of them
 * together would be longer than the headers that a proxy takes.
 * @param made the policy that Astro made, which has the hashes of everything that Astro itself writes into pages
 */
export function inlineHashes(made: string, html: string): InlineHashes {
  const known = new Set([...own, ...(made.match(/'sha256-[^']+'/g) ?? [])])
  const of = (element: 'script' | 'style') =>
    [...contentsOf(html, element)]
      .filter(Boolean)
      .map(hashOf)
      .filter((hash) => known.has(hash))
  return { scripts: of('script'), styles: of('style') }
}

/** Longest script or style that is looked for, in characters. */
const MAX_INLINE = 50_000

/**
 * Returns what stands between each opening tag of a kind and the next closing tag. An attribute may hold the text of an
 * opening tag, so that the search goes on behind each opening tag and not behind its closing tag.
 */
function* contentsOf(html: string, element: 'script' | 'style'): Generator<string, void> {
  const closing = `</${element}>`
  for (let at = html.indexOf(`<${element}`); at >= 0; at = html.indexOf(`<${element}`, at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(closing, start)
    if (start === 0 || end < 0) return
    if (end - start <= MAX_INLINE) yield html.slice(start, end)
    at = start
  }
}
