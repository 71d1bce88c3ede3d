import * as contract from '#features/discussions/discussions.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { TestApi, TestLearner } from '../api/api.ts'
import { seedCourse, seedEnrolment } from './catalogue-fixture.ts'

/** Panels, and learners who discuss. */
export function discussionFixture(api: () => TestApi) {
  /** A learner with the calls that their browser makes. */
  const withCalls = ({ user, token }: TestLearner) => ({
    user,
    token,
    list: (panelId: number, etag?: string, query: { before?: number; per_page?: number } = {}) =>
      api().call(
        contract.listDiscussions,
        { params: { panelId }, query },
        { token, ...(etag && { headers: { 'if-none-match': etag } }) },
      ),
    replies: (id: number, query: { before?: number; after?: number; per_page?: number } = {}) =>
      api().call(contract.listReplies, { params: { id }, query }, { token }),
    thread: (id: number) => api().call(contract.getThread, { params: { id } }, { token }),
    poll: (panelId: number, etag: string) =>
      api().request(`/api/v1/user/discussions/details/${panelId}`, {
        headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
      }),
    write: (panelId: number, content: string, parent_id?: number, headers: Record<string, string> = {}) =>
      api().call(
        contract.storeDiscussion,
        { body: { discussion_panel_id: panelId, content, parent_id } },
        { token, headers },
      ),
    remove: (id: number) => api().call(contract.deleteDiscussion, { params: { id } }, { token }),
    report: (id: number) => api().call(contract.reportDiscussion, { params: { id } }, { token }),
  })
  return {
    withCalls,
    /** A course with a panel. */
    newPanel: async (): Promise<{ courseId: number; panelId: number }> => {
      const { db } = api().services
      const { id: courseId } = await seedCourse(db, { title: 'Discussed' })
      const { id: panelId } = await db
        .insertInto('discussion_panels')
        .values({ course_id: courseId })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { courseId, panelId }
    },
    /** A learner of the course. */
    member: async (courseId: number, validFor = 30 * DAY, name?: string) => {
      const learner = await api().learner(name ? { name } : {})
      await seedEnrolment(api().services.db, { userId: learner.user.id, courseId, validFor })
      return withCalls(learner)
    },
    /** Comments of a learner written long ago, past the limits; each with a parent or without. */
    seedComments: async (panelId: number, userId: number, parents: (number | null)[]): Promise<number[]> => {
      const rows = await api()
        .services.db.insertInto('discussions')
        .values(
          parents.map((parent_id, index) => ({
            panel_id: panelId,
            user_id: userId,
            parent_id,
            content_html: `Comment ${index + 1}`,
            created_at: api().clock.now() - DAY,
          })),
        )
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },
  }
}
