import { SEARCHED } from '#core/calls/note-search.ts'
import * as learners from '#features/notifications/notifications.contract.ts'
import * as push from '#features/notifications/push.contract.ts'
import * as lists from '#features/notifications/staff/announcements.contract.ts'
import * as compose from '#features/notifications/staff/compose.contract.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { TestApi, TestLearner } from '../api/api.ts'
import { browserKeys } from '../outside/browser-keys.ts'
import { seedCourse, seedEnrolment } from './catalogue-fixture.ts'

type Body<E extends Parameters<TestApi['call']>[0]> = CallInput<E> extends { body: infer B } ? B : never

/** Those who tell learners something, and learners who look under their bells. */
export function announcementFixture(api: () => TestApi) {
  let browsers = 0
  return {
    teller: async (role: StaffRole) => {
      const staff = await api().staff(role)
      const caller = { staff }
      const page = async (query: NonNullable<CallInput<typeof lists.listAnnouncements>['query']>) =>
        (await api().call(lists.listAnnouncements, { query }, caller)).body
      return {
        ...staff,
        page,
        list: async () => (await page({})).data,
        show: (id: number) => api().call(lists.showAnnouncement, { params: { id } }, caller),
        preview: async (body: Body<typeof compose.previewNotification>) =>
          (await api().call(compose.previewNotification, { body }, caller)).body,
        reach: async (body: Body<typeof compose.countReach>) =>
          (await api().call(compose.countReach, { body }, caller)).body,
        add: (body: Body<typeof compose.addAnnouncement>, key?: string) =>
          api().call(compose.addAnnouncement, { body }, { staff, ...(key && { headers: { 'idempotency-key': key } }) }),
        change: (body: Body<typeof compose.changeAnnouncement>) =>
          api().call(compose.changeAnnouncement, { body }, caller),
        cancel: (id: number, version: number) =>
          api().call(compose.cancelAnnouncement, { body: { id, version } }, caller),
        restore: (id: number, version: number) =>
          api().call(compose.restoreAnnouncement, { body: { id, version } }, caller),
        send: (id: number, version: number) => api().call(compose.sendAnnouncement, { body: { id, version } }, caller),
        withdraw: (id: number, reason: string) =>
          api().call(compose.withdrawAnnouncement, { body: { id, reason } }, caller),
      }
    },
    learners: async (count: number) => {
      const some: TestLearner[] = []
      while (some.length < count) some.push(await api().learner())
      return some
    },
    /** A course that these have. @returns its number */
    courseOf: async (...having: TestLearner[]) => {
      const { db } = api().services
      const course = await seedCourse(db, { title: 'Prelims' })
      for (const { user } of having) await seedEnrolment(db, { userId: user.id, courseId: course.id, validFor: DAY })
      return course.id
    },
    /** What stands under a learner's bell. */
    bell: async ({ token }: TestLearner) => (await api().call(learners.listNotifications, {}, { token })).body.data,
    read: ({ token }: TestLearner, id: number) => api().call(learners.readNotification, { params: { id } }, { token }),
    /** Lets notifications be pushed to another browser of a learner. */
    browser: async ({ token }: TestLearner, { name = 'browser', wants = true } = {}) => {
      const endpoint = `https://push.example.org/${name}-${(browsers += 1)}`
      await api().call(push.subscribeToPush, { body: { endpoint, keys: browserKeys() } }, { token })
      if (!wants) await api().call(push.choosePush, { body: { kind: 'announcements', pushed: false } }, { token })
    },
    /** Acts in the audit log, oldest first, without entries about the searches that acts begin with. */
    logged: async () => {
      const { db } = api().services
      const rows = await db
        .selectFrom('audit_log')
        .innerJoin('audit_details', 'audit_details.log_id', 'audit_log.id')
        .select(['id', 'action', 'subject', 'who', 'reason', 'after'])
        .where('action', '!=', SEARCHED)
        .orderBy('id')
        .execute()
      const about = await db.selectFrom('audit_learners').selectAll().orderBy('user_id').execute()
      return rows.map(({ id, after, ...entry }) => ({
        ...entry,
        after: JSON.parse(after) as unknown,
        learners: about.filter(({ log_id }) => log_id === id).map(({ user_id }) => user_id),
      }))
    },
  }
}
