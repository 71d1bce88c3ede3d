import { persistentAtom } from '@nanostores/persistent'
import { $user } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { noteFailure, noteSkipped } from '#lib/browser/call/quiet.ts'
import { markJoined } from './course-page.store.ts'
import type { Community } from './course-page.rules.ts'
import { logCommunityJoin, type CoursePage } from './course.contract.ts'

/** Course id to joined, kept in this browser (document 2, section 9). */
export const $joined = persistentAtom<Record<string, boolean>>(
  'courseCommunityStatus',
  {},
  { encode: JSON.stringify, decode: readJoined },
)

function readJoined(stored: string): Record<string, boolean> {
  try {
    const map: unknown = JSON.parse(stored)
    return typeof map === 'object' && map !== null && !Array.isArray(map) ? (map as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** The learner has joined a community of the course, as this browser or the server knows. */
export function hasJoined(course: Pick<CoursePage, 'id' | 'details'>, joined = $joined.get()): boolean {
  return course.details.courseCommunityJoined || joined[course.id] === true
}

/** Notes a join. The link opens by itself; nothing here is told to the learner. */
export async function noteJoin(courseId: number, community: Community): Promise<void> {
  const userId = $user.get()?.id
  if (!userId) return noteSkipped('The community join was not logged: no learner is stored.')
  if (!community.id) return noteSkipped('The community join was not logged: the course does not name the community.')
  try {
    const { success } = await call(logCommunityJoin, {
      params: { courseId },
      body: { user_id: userId, community_id: community.id, course_id: courseId },
      keepalive: true,
    })
    if (!success) return noteSkipped('The community join was not accepted.')
    $joined.set({ ...$joined.get(), [courseId]: true })
    markJoined()
  } catch (error) {
    noteFailure('The community join log', error)
  }
}
