import { conflict, invalid } from '#lib/both/calls/errors.ts'
import type { LinkedPages } from '#lib/both/linked-pages.ts'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { sanitizeAuthored } from '#lib/server/text/html.ts'
import { lineOf } from '#core/content/written-text.ts'
import type { Db } from '#db/database.ts'
import { actionOf, type ClickAction } from '../../notifications.rules.ts'
import { pushedOf } from '../../server/pushed.ts'
import { notificationRow } from '../../server/send-notification.ts'
import type { ShownNotification } from '../announcements.contract.ts'
import type { MessageFormat } from '../announcements.rules.ts'

/** What an announcement says, as it is typed. */
export interface Words {
  title: string
  message: string
  format: MessageFormat
  image: string | null
  /** Null where there is no button. */
  action: ClickAction | null
  target: string | null
}

/** A message as it is stored, and why it cannot be sent like this. */
function messageHtml({ message, format }: Pick<Words, 'message' | 'format'>): {
  html: string
  problem: string | null
  warnings: string[]
} {
  if (format === 'html') return { html: sanitizeAuthored(message.trim()), problem: null, warnings: [] }
  const resolveMedia = () => 'files cannot be named in a message: the picture has a field of its own'
  const { html, problems, warnings } = renderMarkdown(message, { message: true, resolveMedia })
  const [first] = problems
  return { html, problem: first ? lineOf(first) : null, warnings: warnings.map(lineOf) }
}

/** What a button leads to that has nothing to choose, or whose choice is all of them. */
const ALL = 'all'

/** What must be named, where a button leads to one thing alone. */
const needed: Partial<Record<ClickAction, string>> = {
  course_details: 'Please choose a course',
  general: 'Please enter a page such as /courses, or an address with https://',
}

const buttonOf = ({ action, target }: Pick<Words, 'action' | 'target'>) => ({
  click_action: action,
  target_id: action === null ? null : target?.trim() || (needed[action] === undefined ? ALL : null),
})

/**
 * Words as they are stored.
 * @throws invalid naming `title`, `message`, `image` or `target`
 */
export async function storedWords(db: Db, words: Words) {
  const { html, problem } = messageHtml(words)
  if (problem) throw invalid({ message: problem })
  const { click_action, target_id } = buttonOf(words)
  if (click_action !== null && target_id === null) throw invalid({ target: needed[click_action]! })
  const { title, message_html, image } = notificationRow(
    {
      ...{ to: 'all', kind: 'announcements', title: words.title, message: html, image: words.image },
      ...(click_action !== null && { action: click_action, target: target_id }),
    },
    0,
  )
  await refuseUnknownTarget(db, click_action, target_id)
  const { message, format } = words
  return { title, message: message.trim(), format, message_html, image, click_action, target_id }
}

/** The tables of what a button leads to. */
const targets = {
  course_details: 'courses',
  ca_details: 'news',
  blog_details: 'blog_articles',
  webinar_registration: 'webinars',
} as const

async function refuseUnknownTarget(db: Db, action: ClickAction | null, target: string | null): Promise<void> {
  const table = action !== null && action in targets ? targets[action as keyof typeof targets] : undefined
  if (!table || !/^\d{1,9}$/.test(target ?? '')) return
  const found = await db.selectFrom(table).select('id').where('id', '=', Number(target)).executeTakeFirst()
  if (!found) throw invalid({ target: 'There is no such page: please choose one from the list' })
}

/** What a learner sees of stored words. */
export function shownOf(
  words: {
    title: string
    message_html: string
    image: string | null
    click_action: ClickAction | null
    target_id: string | null
  },
  pages: LinkedPages,
): ShownNotification {
  const { title, message_html, image } = words
  const button = { click_action: words.click_action ?? 'general', target_id: words.target_id } as const
  const { body } = pushedOf({ id: 0, title, message_html, ...button }, pages)
  return { title, message: message_html, image, action: actionOf(button, pages), pushed: { title, body } }
}

/** The same of words that are being typed, whatever is wrong with them. */
export function previewOf(
  words: Words,
  pages: LinkedPages,
): { shown: ShownNotification; problem: string | null; warnings: string[] } {
  const { html, ...found } = messageHtml(words)
  // What is stored has gone through this once more.
  const message_html = sanitizeAuthored(html)
  const { title, image } = words
  return { shown: shownOf({ title, message_html, image, ...buttonOf(words) }, pages), ...found }
}

/** @throws conflict when what was scheduled is scheduled no more */
export const noLonger = (state: string) =>
  conflict(state === 'sent' ? 'It has been sent meanwhile' : `It is ${state}, and no longer scheduled`, 'conflict')
