import { isLink } from '#features/notifications/notifications.rules.ts'
import { notificationsSchema } from './notification-schemas.ts'
import type { PackNotification } from './pack.ts'
import type { PackReader } from './pack-reader.ts'
import { THUMBNAIL } from './read-course-parts.ts'
import type { LearnerEntry } from './schemas.ts'

const NAME = 'notifications.yaml'

/**
 * Reads notifications.yaml, after the courses, exams and learners it refers to.
 * @param learners undefined when their file is wrong, which has been reported
 */
export async function readNotifications(
  reader: PackReader,
  learners: LearnerEntry[] | undefined,
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
      html: await reader.markdown(file, [index, 'text'], text),
      image: image === undefined ? null : await reader.picture(file, [index, 'image'], image, THUMBNAIL),
      action,
      target,
      at,
      read: entry.read ?? false,
    })
  }
  return read
}
