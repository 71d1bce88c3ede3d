import type { ClickAction } from '#features/notifications/notifications.rules.ts'
import { isLink } from '#lib/both/text/link-address.ts'
import { notificationsSchema } from '../../schemas/notification-schemas.ts'
import type { Pack, PackNotification } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { THUMBNAIL } from '../course/read-course-parts.ts'
import type { LearnerEntry, PackFile } from '../../schemas/schemas.ts'

const NAME = 'notifications.yaml'

type OwnTargets = Partial<Record<ClickAction, { named: string; keys: Set<string> }>>

/** The actions whose pages are ours, unless pack.yaml names others. */
const actionsOfPages = { ca_details: 'current_affairs', blog_details: 'blog', webinar_registration: 'webinar' } as const

/** The actions that lead to pages which pack.yaml names. */
export function pagesElsewhere(site: Pick<PackFile, 'pages'>): Set<ClickAction> {
  const actions = Object.entries(actionsOfPages) as [ClickAction, keyof NonNullable<PackFile['pages']>][]
  return new Set(actions.filter(([, page]) => site.pages?.[page] !== undefined).map(([action]) => action))
}

/** What these actions lead to, where the pack names no pages elsewhere for them. */
export function ownTargets(
  site: Pick<PackFile, 'pages'> | undefined,
  { news, blog, webinars }: Pick<Pack, 'news' | 'blog' | 'webinars'>,
): OwnTargets {
  const keysOf = (entries: { key: string }[]) => new Set(entries.map(({ key }) => key))
  const own = {
    ca_details: { named: 'news entry', keys: keysOf(news) },
    blog_details: { named: 'article', keys: keysOf(blog) },
    webinar_registration: { named: 'webinar', keys: keysOf(webinars) },
  }
  if (!site) return {}
  const elsewhere = pagesElsewhere(site)
  return Object.fromEntries(Object.entries(own).filter(([action]) => !elsewhere.has(action as ClickAction)))
}

/**
 * Reads notifications.yaml, after the courses, exams and learners it refers to.
 * @param learners undefined when their file is wrong, which has been reported
 * @param targets what actions lead to on this site, by key
 */
export async function readNotifications(
  reader: PackReader,
  learners: LearnerEntry[] | undefined,
  targets: OwnTargets,
): Promise<PackNotification[]> {
  const file = reader.has(NAME) ? reader.yaml(NAME) : undefined
  const entries = file?.parse(notificationsSchema)
  if (!file || !entries) return []
  const read: PackNotification[] = []
  for (const [index, entry] of entries.entries()) {
    const { key, to, kind = 'announcements', title, text, image, action = 'general', target = null, at } = entry
    if (to !== 'all' && learners && !learners.some(({ phone }) => phone === to)) {
      file.problem([index, 'to'], `must be all, or the phone of a learner in learners.yaml`)
    }
    const own = targets[action]
    if (own && !own.keys.has(target ?? '')) file.problem([index, 'target'], `there is no ${own.named} '${target}'`)
    if (action === 'course_details' && !reader.known.courses.has(target ?? '')) {
      file.problem([index, 'target'], `there is no course '${target}'`)
    }
    if (action === 'exam_details' && !reader.known.exams.has(target ?? '')) {
      file.problem([index, 'target'], `there is no exam '${target}'`)
    }
    if (action === 'general' && target !== null && !isLink(target)) {
      file.problem([index, 'target'], 'must be a page of this site such as /courses, or an address with https://')
    }
    read.push({
      key,
      to,
      kind,
      title,
      html: await reader.written(file, [index, 'text'], text, { asHtml: entry.html, mathml: true }),
      source: entry.html ? undefined : reader.sourceOf({ text }),
      image: image === undefined ? null : await reader.picture(file, [index, 'image'], image, THUMBNAIL),
      action,
      target,
      elsewhere: !own && action in actionsOfPages,
      at,
      read: entry.read ?? false,
    })
  }
  return read
}
