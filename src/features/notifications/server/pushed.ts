import { plainText } from '#lib/server/text/html.ts'
import type { LinkedPages } from '#lib/both/linked-pages.ts'
import { paths } from '#lib/both/paths.ts'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { isSitePath } from '#lib/both/text/link-address.ts'
import { actionOf, type Pushed } from '../notifications.rules.ts'

/** The words of sanitised HTML in one line, cut at about `most` characters: between words where there are some. */
export function wordsOf(html: string, most: number): string {
  const words = plainText(html).replace(/\s+/g, ' ').trim()
  return words.length <= most ? words : `${beginningOfText(words, most).replace(/\s\S*$/, '')}…`
}

/**
 * What a browser is told of a notification. A click leads to where its button leads, and counts as reading it; to the
 * notification itself where there is no button, or one that leads to another site.
 */
export function pushedOf(
  notification: { id: number; title: string; message_html: string } & Parameters<typeof actionOf>[0],
  pages: LinkedPages,
): Pushed {
  const { id, title, message_html } = notification
  const action = actionOf(notification, pages)
  const url =
    action && isSitePath(action.href)
      ? withParameter(action.href, 'seen', id)
      : withParameter(paths.dashboard, 'notification', id)
  return { id, title, body: wordsOf(message_html, 200), url }
}

function withParameter(path: string, name: string, value: number): string {
  const [before = '', hash] = path.split('#')
  return `${before}${before.includes('?') ? '&' : '?'}${name}=${value}${hash === undefined ? '' : `#${hash}`}`
}
