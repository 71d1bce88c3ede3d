import { readSources } from '#core/content/text-sources.ts'
import type { Db } from '#db/database.ts'
import type { ClickAction } from '#features/notifications/notifications.rules.ts'
import type { Pack } from '../pack.ts'
import { pagesElsewhere } from '../read/site/read-notifications.ts'
import { writtenTime } from '../times.ts'
import type { PackOut } from './pack-out.ts'

/** Where the entries that notifications lead to have their keys. */
const tables: Partial<Record<ClickAction, 'courses' | 'exams' | 'news' | 'blog_articles' | 'webinars'>> = {
  course_details: 'courses',
  exam_details: 'exams',
  ca_details: 'news',
  blog_details: 'blog_articles',
  webinar_registration: 'webinars',
}

/** Begins the key of what a pack has told. */
const OF_PACK = 'pack:'

/** Writes what the pack has told everybody, as far as it leads to something that is there; what one learner was told is theirs. */
export async function writeNotifications(out: PackOut, db: Db, site: Pack['site']): Promise<void> {
  const rows = await db
    .selectFrom('notifications')
    .where('key', 'like', `${OF_PACK}%`)
    .where('user_id', 'is', null)
    .where('course_id', 'is', null)
    .selectAll()
    .orderBy('id')
    .execute()
  const sources = await readSources(db, 'notification')
  const entries = []
  for (const { key: stored, kind, title, message_html, image, click_action: action, target_id, created_at } of rows) {
    const key = (stored ?? '').slice(OF_PACK.length)
    const target = await targetOf(db, site, action, target_id)
    if (target === null && target_id !== null) continue
    const { texts, html } = out.texts(sources(key, [message_html]), { text: message_html }, `notification ${key}`)
    entries.push({
      ...{ key, to: 'all', kind, title, ...texts, html },
      image: image === null ? undefined : out.media.publicFile(image, `notification ${key}`),
      action: target === null ? undefined : action,
      target: target ?? undefined,
      at: writtenTime(created_at),
    })
  }
  if (entries.length > 0) out.yaml('notifications.yaml', entries)
}

/** The key of what a notification leads to, or what it names elsewhere; null where there is nothing. */
async function targetOf(db: Db, site: Pack['site'], action: ClickAction, id: string | null): Promise<string | null> {
  const table = pagesElsewhere(site).has(action) ? undefined : tables[action]
  if (!table || id === null) return id
  if (!/^\d{1,9}$/.test(id)) return null
  const row = await db
    .selectFrom(table as 'courses')
    .where('id', '=', Number(id))
    .where('retired', '=', 0)
    .select('key')
    .executeTakeFirst()
  return row?.key ?? null
}
