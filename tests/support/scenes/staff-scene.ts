import type { StaffRole } from '#lib/both/staff-roles.ts'
import { nameCategory } from '#features/news/staff/server/categories.ts'
import { addAnnouncement, cancelAnnouncement } from '#features/notifications/staff/server/write-announcement.ts'
import { newContentKey } from '#core/content/content-changes.ts'
import { columnsOf, type ClassFacts } from '#features/live-classes/staff/server/stored-class.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { enterSale } from '#features/purchases/server/orders/enter-sale.ts'
import { refundPayment } from '#features/purchases/staff/server/refund.ts'
import { makeWorkout, showWorkout } from '#features/workouts/staff/server/write-workouts.ts'
import { testWork } from '../api/staff-work.ts'
import { candidateOf } from './candidate.ts'
import { announceContent, seedCourse, seedEnrolment } from './catalogue-fixture.ts'
import { readLeftPaise } from './buyer.ts'
import { seedExam } from './exam-fixture.ts'
import { testApi, type TestApi, type TestLearner, type TestStaff } from '../api/api.ts'
import { discussionFixture } from './discussion-fixture.ts'

const WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"/>'

/** Somebody of each role, learners, and what calls of staff are about. */
export interface StaffScene {
  api: TestApi
  /** One of each role, with a session of their own each time: calls end sessions. */
  as: (role: StaffRole) => Promise<TestStaff>
  learner: TestLearner
  /** Two courses, neither of which anybody has. */
  courses: () => Promise<[number, number]>
  /** Another learner, who has the first of the courses. @returns the number */
  student: () => Promise<number>
  /** Money that the learner paid for the second of the courses at the desk. @returns the payment's number */
  sale: () => Promise<number>
  /** Paise that can still be refunded of the sale. */
  leftOfSale: () => Promise<number>
  /** A part of this payment that was refunded. @returns the refund's number */
  creditNote: () => Promise<number>
  /** Another learner in an exam. */
  candidate: () => Promise<{ id: number; examId: number }>
  nextPhone: () => string
  /** Another member of the staff. @returns the number */
  newMember: (given?: { left?: boolean }) => Promise<number>
  /** Another ticket of the learner. @returns its number and that of its message */
  newTicket: (given?: { closed?: boolean }) => Promise<{ id: number; seen: number }>
  /** Another comment, which was reported. @returns its number, its writer's, and when its reports were settled */
  newComment: (given?: {
    hidden?: boolean
    settled?: boolean
    muted?: boolean
  }) => Promise<{ id: number; writer: number; settled_at: number }>
  /** @returns another course's number */
  newCourse: () => Promise<number>
  /** Another live class of the first of the courses. @returns its number, and what a form says of it */
  newClass: (given?: { cancelled?: boolean }) => Promise<{ id: number; facts: ClassFacts }>
  /** @returns the number of another workout of the first of the courses */
  newWorkout: (given?: { withdrawn?: boolean }) => Promise<number>
  /** @returns the number of another kept answer */
  newSavedReply: () => Promise<number>
  /** What a form of another entry of news sends, and of another splash, for whose words there is a site. */
  newsForm: () => Promise<object>
  splashForm: () => Promise<object>
  /** @returns the number of another entry of news, and of another splash */
  newNews: () => Promise<number>
  newSplash: () => Promise<number>
  /** Another notification of the staff, scheduled unless it says otherwise. @returns its number and version */
  newAnnouncement: (state?: 'sent' | 'cancelled') => Promise<{ id: number; version: number }>
}

export async function staffScene(): Promise<StaffScene> {
  const api = await testApi()
  // An owner who is not touched, so that there always is one.
  await api.staff('owner')
  const { db } = api.services
  const { newPanel, member } = discussionFixture(() => api)
  const learner = await api.learner({ name: 'Asha Menon' })
  let panel: Promise<{ courseId: number; panelId: number }> | undefined
  let phones = 0
  let keys = 0
  let splashes = 0
  const nextKey = () => `entry-${++keys}`
  const picture = () => api.services.files.put(Buffer.from(WIDE), 'svg')
  let courses: Promise<[number, number]> | undefined
  let exam: ReturnType<typeof seedExam> | undefined
  let paid: Promise<number> | undefined
  let refunded: Promise<number> | undefined
  const twoCourses = () =>
    (courses ??= (async () => [
      (await seedCourse(db, { title: 'Polity' })).id,
      (await seedCourse(db, { title: 'Algebra' })).id,
    ])())
  const sale = () =>
    (paid ??= (async () => {
      const sold = {
        userId: learner.user.id,
        courseId: (await twoCourses())[1],
        method: 'cash',
        seller: null,
      } as const
      await enterSale(api.services, testWork(api.clock.now()), { ...sold, reference: 'S-1' })
      const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
      return id
    })())
  return {
    api,
    as: (role) => api.staff(role),
    learner,
    courses: twoCourses,
    student: async () => {
      const { user } = await api.learner()
      await seedEnrolment(db, { userId: user.id, courseId: (await twoCourses())[0], validFor: 30 * DAY })
      return user.id
    },
    sale,
    leftOfSale: async () => readLeftPaise(api, await sale()),
    creditNote: () =>
      (refunded ??= (async () => {
        const paymentId = await sale()
        const leftPaise = await readLeftPaise(api, paymentId)
        const refund = { paymentId, leftPaise, amountPaise: 100, key: 'refund-of-the-scene' }
        return (await refundPayment(api.services, testWork(api.clock.now()), refund)).id
      })()),
    candidate: async () => {
      const { user, token } = await api.learner()
      const sat = await (exam ??= seedExam(db))
      await candidateOf(api, sat, token).start()
      return { id: user.id, examId: sat.id }
    },
    nextPhone: () => String(9_812_300_000 + ++phones),
    newMember: async ({ left = false } = {}) => {
      const { id } = await api.staff('mentor')
      if (left) await api.services.db.updateTable('staff').set({ left_at: 1 }).where('id', '=', id).execute()
      return id
    },
    newTicket: async ({ closed = false } = {}) => {
      const { id } = await db
        .insertInto('tickets')
        .values({
          user_id: learner.user.id,
          category_id: 1,
          course_id: null,
          title: 'Log-in',
          mode: closed ? 'closed' : 'open',
          request_key: null,
          created_at: 1,
          closed_at: closed ? 1 : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const message = { ticket_id: id, mode: 'user' as const, staff_name: null, attachment: null, request_key: null }
      const { id: seen } = await db
        .insertInto('ticket_messages')
        .values({ ...message, body: 'I cannot log in', created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, seen }
    },
    newComment: async ({ hidden = false, settled = false, muted = false } = {}) => {
      const { courseId, panelId } = await (panel ??= newPanel())
      const { user } = await member(courseId, DAY)
      if (muted) await db.updateTable('users').set({ muted_at: 1 }).where('id', '=', user.id).execute()
      const out = hidden ? 1 : null
      const { id } = await db
        .insertInto('discussions')
        .values({
          ...{ panel_id: panelId, user_id: user.id, parent_id: null, content_html: 'Why?', created_at: 1 },
          deleted_at: out,
          hidden_at: out,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('discussion_reports')
        .values({ discussion_id: id, user_id: learner.user.id, created_at: 1, settled_at: settled ? 1 : null })
        .execute()
      return { id, writer: user.id, settled_at: 1 }
    },
    newsForm: async () => ({
      ...{ category: 'Dates', title: null, text: 'They are out.', body: null, link: 'https://x.example.org/' },
      ...{ image: await picture(), alt: 'A desk', published_at: null },
    }),
    splashForm: async () => {
      await announceContent(db)
      return { image: await picture(), portrait: null, alt: 'A desk', title: 'Mock', text: null, success: 'Good' }
    },
    newNews: async () => {
      const row = { key: nextKey(), description: 'Out', link: 'https://x.example.org/', image: '', alt: '' }
      const { id } = await db
        .insertInto('news')
        .values({ ...row, category_id: await nameCategory(db, 'Dates'), published_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    newSplash: async () => {
      const row = { key: nextKey(), web_image: '', alt: '', splash_success: '', position: splashes++ }
      const { id } = await db.insertInto('marketing_splashes').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    },
    newCourse: async () => (await seedCourse(db, { title: 'Botany' })).id,
    newClass: async ({ cancelled = false } = {}) => {
      const starts_at = api.clock.now() + DAY
      const facts = {
        course_id: (await twoCourses())[0],
        ...{ title: 'Doubts', mentor: 'Lekha Varma', join_url: 'https://meet.example.org/doubts' },
        ...{ starts_at, ends_at: starts_at + HOUR },
      }
      const { id } = await db
        .insertInto('live_classes')
        .values({ ...columnsOf(facts), key: newContentKey(), retired: cancelled ? 1 : 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, facts }
    },
    newWorkout: async ({ withdrawn = false } = {}) => {
      const [course_id] = await twoCourses()
      const work = testWork(api.clock.now())
      const said = { course_id, type: 'plain', title: 'Five articles', published_at: null } as const
      const words = { content: 'Articles 14 to 18', filename: '', source: undefined }
      const id = await db.transaction().execute((tx) => makeWorkout(tx, work, said, words))
      if (withdrawn) await showWorkout(db, work, id, false)
      return id
    },
    newSavedReply: async () => {
      const { id } = await db
        .insertInto('saved_replies')
        .values({ title: 'Receipt', body: 'Dear {name}', category_id: null, changed_at: 1, changed_by: 'Divya' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    newAnnouncement: (state) =>
      db.transaction().execute(async (tx) => {
        const work = testWork(api.clock.now())
        const send_at = state === 'sent' ? null : work.now + DAY
        const { id, version } = await addAnnouncement(tx, work, { ...announcement, send_at })
        const last = state === 'cancelled' ? await cancelAnnouncement(tx, work, id, version) : { id, version }
        return { id, version: last.version }
      }),
  }
}

const announcement = {
  roles: ['support' as const],
  title: 'Class moved',
  message: 'To Monday',
  format: 'markdown',
  image: null,
  action: null,
  target: null,
  audience: 'all',
  course_id: null,
  csv: '',
  mobile: '',
} as const
