import { SHOWN_FOR, type ClickAction } from '#features/notifications/notifications.rules.ts'
import { keepSources } from '#core/content/text-sources.ts'
import { userIds } from '../course/import-discussions.ts'
import type { Pack, PackNotification } from '../../pack.ts'
import { withAddresses } from '../import-sources.ts'
import type { ImportRun, Tx } from '../staging/import-run.ts'
import { chunks, idOf } from '../sync.ts'
import { isRelativeTime, resolveTime } from '../../times.ts'

/**
 * Imports notifications, each once, and pushes none of them to a browser. Times are resolved once; none lies in the future.
 * Without the demo learners only notifications to everybody with a fixed time are imported, as an export writes them: a
 * relative time would notify everybody again whenever the pack is imported after the notification has expired.
 */
export async function importNotifications(run: ImportRun, pack: Pack, given: Given): Promise<void> {
  const wanted = given.learners
    ? pack.notifications
    : pack.notifications.filter(({ to, at }) => to === 'all' && !isRelativeTime(at))
  const stored = new Set<string | null>()
  for (const part of chunks(wanted.map(storedKey)))
    for (const { key } of await run.db.selectFrom('notifications').where('key', 'in', part).select('key').execute())
      stored.add(key)
  const notifications = wanted.filter((notification) => !stored.has(storedKey(notification)))
  if (notifications.length > 0) run.last((tx) => writeNotifications(tx, pack, notifications, given))
}

const storedKey = ({ key }: PackNotification) => `pack:${key}`

interface Given {
  /** Of what packs name by keys, by the action that leads there. */
  ids: Partial<Record<ClickAction, Map<string, number>>>
  address: (text: string) => string
  now: number
  learners: boolean
}

async function writeNotifications(tx: Tx, pack: Pack, notifications: PackNotification[], given: Given): Promise<void> {
  const users = given.learners ? await userIds(tx, pack) : new Map<string, number>()
  for (const notification of notifications) {
    const { key, to, kind, title, html, source, image, action, at, read } = notification
    const created_at = Math.min(resolveTime(at, given.now), given.now)
    const userId = to === 'all' ? null : idOf(users, to)
    const stored = await tx
      .insertInto('notifications')
      .values({
        user_id: userId,
        course_id: null,
        kind,
        title,
        message_html: given.address(html),
        image: image === null ? null : given.address(image),
        click_action: action,
        target_id: targetOf(notification, given.ids),
        key: storedKey(notification),
        created_at,
        expires_at: created_at + SHOWN_FOR,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored) continue
    const kept = { key, html: [given.address(html)], source: withAddresses(source, given.address) }
    await keepSources(tx, 'notification', [kept])
    const readers = userId === null ? [...users.values()] : [userId]
    if (!read || readers.length === 0) continue
    await tx
      .insertInto('notification_reads')
      .values(readers.map((reader) => ({ user_id: reader, notification_id: stored.id, read_at: given.now })))
      .execute()
  }
}

/** What has a page here is named by its key in a pack; what the pack itself has pages for, as they want it. */
function targetOf(
  { action, target, elsewhere }: PackNotification,
  ids: Partial<Record<ClickAction, Map<string, number>>>,
): string | null {
  const known = elsewhere ? undefined : ids[action]
  return target === null || !known ? target : String(idOf(known, target))
}
