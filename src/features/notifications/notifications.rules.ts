import { DAY } from '#lib/both/time/clock.ts'
import type { LinkedPages } from '#lib/both/linked-pages.ts'
import { paths } from '#lib/both/paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { isLink, isSitePath } from '#lib/both/text/link-address.ts'

/** Notifications: document 1, section 2, 'Notifications', and docs/decisions/0021-notifications.md. */

/** What a notification is about. Learners choose of each whether it is pushed to them; the bell shows all. */
export const kinds = ['announcements', 'replies', 'tickets', 'live_classes'] as const
export type Kind = (typeof kinds)[number]

export const kindLabels: Record<Kind, string> = {
  announcements: 'News and announcements',
  replies: 'Replies in discussions',
  tickets: 'Support tickets',
  live_classes: 'Live classes',
}

export const clickActions = [
  'course_details',
  'ca_details',
  'live_details',
  'blog_details',
  'webinar_registration',
  'exam_details',
  'general',
] as const
export type ClickAction = (typeof clickActions)[number]

/** Notifications that the bell lists, the newest. */
export const LISTED = 50

/** How long a notification is shown and kept, unless it says less. */
export const SHOWN_FOR = 90 * DAY

/** Characters of a title, and of a message with its markup. */
export const MOST_TITLE = 120
export const MOST_MESSAGE = 10_000
export const MOST_TARGET = 500

/** Browsers that a learner may have notifications pushed to; the oldest gives way. */
export const MOST_SUBSCRIPTIONS = 10

/** What the button of a notification does. */
export interface Action {
  label: string
  href: string
  newTab: boolean
}

/** Our pages of what notifications are about: of one, and of all where the target names none. */
const ownPages = {
  currentAffairs: { one: paths.newsArticle, all: paths.news },
  blog: { one: paths.blogArticle, all: paths.blog },
  webinar: { one: paths.webinar, all: paths.webinars },
}

/**
 * The button of a notification; null where it has none: without a target, or with one that leads nowhere (the table of
 * document 1, section 2).
 */
export function actionOf(
  { click_action, target_id }: { click_action: ClickAction; target_id: string | null },
  pages: LinkedPages,
): Action | null {
  if (target_id === null) return null
  const opened = (label: string, page: keyof LinkedPages): Action => {
    const id = readId(target_id)
    const { one, all } = ownPages[page]
    const own = id ? one(id) : all
    return { label, href: pages[page]?.replaceAll('{id}', encodeURIComponent(target_id)) ?? own, newTab: true }
  }
  switch (click_action) {
    case 'course_details': {
      const course = readId(target_id)
      return course ? { label: 'Goto Course', href: paths.course(course), newTab: false } : null
    }
    case 'ca_details':
      return opened('Read Current Affairs', 'currentAffairs')
    case 'live_details':
      return { label: 'Join Live', href: paths.liveClasses, newTab: false }
    case 'blog_details':
      return opened('Read Blog', 'blog')
    case 'webinar_registration':
      return opened('Register Now', 'webinar')
    case 'exam_details':
      return { label: 'Attend Exam', href: paths.mockTests, newTab: false }
    case 'general':
      return isLink(target_id) ? { label: 'Know More', href: target_id, newTab: !isSitePath(target_id) } : null
  }
}

/** What is pushed to a browser: kept far below the 4 kB that push services carry. */
export interface Pushed {
  id: number
  title: string
  body: string
  /** The page that a click opens, on this site. */
  url: string
}
