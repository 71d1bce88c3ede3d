import MarkdownIt from 'markdown-it'
import { webAddress } from '../../both/text/link-address.ts'
import { shownAddress } from './shown-address.ts'
import { findWebAddresses } from './web-links.ts'

/** What learners write is plain text, kept as it was typed; here it becomes HTML, and text again. */

/** Finds web addresses; nothing else of Markdown is used. */
const { linkify } = new MarkdownIt('zero')
findWebAddresses(linkify)

/** What stands before it is a user, who looks like a host. */
const user = /(:[^\s/?#]*)?@/y

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const named: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** What was typed as it stands in `learnerHtml`, but for links. */
export const escapedText = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign]!).replaceAll('\n', '<br>\n')
const unescaped = (html: string) => html.replace(/&(amp|lt|gt|quot);/g, (sign) => named[sign]!)

/**
 * A learner's text as HTML that has lost nothing of it: everything escaped, each line break `<br>` and itself, http and https
 * addresses as links under the text that was typed. Spaces show where CSS lets them (`white-space: pre-wrap`).
 */
export function learnerHtml(text: string): string {
  let html = ''
  let done = 0
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    const url = webAddress(raw)
    user.lastIndex = lastIndex
    if (!url || user.test(text)) continue
    html += escapedText(text.slice(done, index))
    html += `<a href="${escapedText(hrefOf(url, raw))}" rel="noopener nofollow ugc">${escapedText(raw)}</a>`
    done = lastIndex
  }
  return html + escapedText(text.slice(done))
}

/** What was typed, of `learnerHtml`. */
export function typedText(html: string): string {
  return unescaped(html.replace(/<[^<>]*>/g, ''))
}

/**
 * `learnerHtml` as it may be shown: its links say where they lead (shownAddress). Also of what was stored before links were
 * looked at so closely.
 */
export function shownHtml(html: string): string {
  return html.replace(/<a href="([^"<]*)"([^<>]*)>([^<]*)<\/a>/g, (_, href: string, more: string, typed: string) => {
    const url = webAddress(unescaped(href))
    return url ? `<a href="${href}"${more}>${escapedText(shownAddress(unescaped(typed), url))}</a>` : typed
  })
}

/** A learner's text as HTML to be shown. */
export function sanitizeLearnerText(text: string): string {
  return shownHtml(learnerHtml(text))
}

/** Where a link leads, in plain letters; without the slash of a whole site that nobody typed. */
function hrefOf({ href, origin }: URL, typed: string): string {
  return href === `${origin}/` && !typed.endsWith('/') ? origin : href
}
