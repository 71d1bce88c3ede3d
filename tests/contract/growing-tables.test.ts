import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepCreations } from '#core/calls/create-once.ts'
import { sweepSearches } from '#core/calls/note-search.ts'
import { verifyCode } from '#features/auth/auth.contract.ts'
import { getLearner } from '#features/auth/staff/learners.contract.ts'
import { listNotes } from '#features/auth/staff/notes/notes.contract.ts'
import { listLearnerCourses } from '#features/course/staff/learner-courses.contract.ts'
import { listLearnerComments } from '#features/discussions/staff/learner-comments.contract.ts'
import { getPushDeliveries } from '#features/notifications/staff/deliveries/deliveries.contract.ts'
import { listLearnerNotifications } from '#features/notifications/staff/learner-notifications.contract.ts'
import { grantMany } from '#features/purchases/staff/bulk/server/grant-many.ts'
import { listLearnerPurchases } from '#features/purchases/staff/learner/learner-purchases.contract.ts'
import { listLearnerTickets } from '#features/support/staff/learner-tickets.contract.ts'
import { findLearners } from '#features/auth/staff/server/find-learners.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import { getStudyActivity } from '#features/dashboard/dashboard.contract.ts'
import { getThread, listDiscussions, listReplies } from '#features/discussions/discussions.contract.ts'
import { movedEnd, startExam, submitExam, updateAnswer } from '#features/exams/take/take.contract.ts'
import { getResultInsights } from '#features/exams/result/results.contract.ts'
import { listLearnerAttempts } from '#features/exams/staff/learner-attempts.contract.ts'
import { sweepOverdue } from '#features/exams/server/sweep.ts'
import { giveTime } from '#features/exams/staff/server/extra/give-time.ts'
import { itemStatistics } from '#features/exams/staff/server/item-statistics.ts'
import { rankList } from '#features/exams/staff/server/rank-list.ts'
import { sittingNow } from '#features/exams/staff/server/sitting-now.ts'
import * as classes from '#features/live-classes/staff/classes.contract.ts'
import { remindOfClasses } from '#features/live-classes/server/reminders.ts'
import { remindOfWebinars } from '#features/webinars/server/reminders.ts'
import { listAnnouncements, showAnnouncement } from '#features/notifications/staff/announcements.contract.ts'
import { addAnnouncement, countReach, withdrawAnnouncement } from '#features/notifications/staff/compose.contract.ts'
import { countDue } from '#features/notifications/staff/server/count-announcements.ts'
import { countLearners } from '#features/notifications/staff/server/reach.ts'
import { sendDue } from '#features/notifications/staff/server/send/send-announcement.ts'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { deliverPushes } from '#features/notifications/server/deliver.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { listAudit, listLearnerAudit } from '#features/staff/audit/audit.contract.ts'
import {
  confirmPhone,
  enterByAuthenticator,
  sendConfirmation,
  setUpAuthenticator,
} from '#features/staff/log-in/log-in.contract.ts'
import { sweepAccounts } from '#features/profile/server/sweep.ts'
import { listPurchases } from '#features/purchases/purchases.contract.ts'
import { sendRefunds } from '#features/purchases/server/refunds/refunds.ts'
import { sweepOrders } from '#features/purchases/server/sweep.ts'
import { makeWorkout } from '#features/workouts/staff/server/write-workouts.ts'
import { getWorkout, listAllWorkouts } from '#features/workouts/staff/workouts.contract.ts'
import { DAY, HOUR, SECOND } from '#lib/both/time/clock.ts'
import { mostUsed } from '../load/growth/most-used.ts'
import { sceneOf, type Scene } from '../load/growth/scene.ts'
import { FIRST_PHONE } from '../load/seed/learners.ts'
import { seedDatabase } from '../load/seed/seed.ts'
import { requestFor } from '../support/api/calls.ts'
import { testApi, TEST_START, type TestApi, type TestStaff } from '../support/api/api.ts'
import { takeStatistics, blindReads } from '../support/code/plans.ts'
import { staffBrowser } from '../support/scenes/staff-browser.ts'
import { testWork } from '../support/api/staff-work.ts'
import { sentBy } from '../support/api/statements.ts'

/** Enough for every query to have something to find. */
const sizes = { learners: 400, courses: 20, exams: 10, attempts: 100, comments: 400 }

let api: TestApi
let scene: Scene
let staff: TestStaff
let workoutId: number

beforeAll(async () => {
  api = await testApi()
  await seedDatabase(api.database, { share: 1, sizes, now: TEST_START })
  scene = await sceneOf(api.services.db, TEST_START)
  if (api.services.engine === 'postgres') await takeStatistics(api.services.db)
  // Afterwards: of a table that is known to have one row PostgreSQL reads that, whatever it is asked.
  staff = await api.staff('owner')
  workoutId = await openedWorkout()
})

afterAll(() => api.close())

/** A document of the first course that one learner has opened. */
async function openedWorkout(): Promise<number> {
  const { db } = api.services
  const said = { course_id: scene.courses[0]!, type: 'documents', title: 'Sheet', published_at: TEST_START } as const
  const content = { content: `${'0'.repeat(32)}.pdf`, filename: 'sheet.pdf', source: undefined }
  const target_id = await makeWorkout(db, testWork(TEST_START), said, content)
  const opened = { kind: 'workout', target_id, detail: '', created_at: 1 } as const
  await db
    .insertInto('activity_log')
    .values({ user_id: 1, ...opened })
    .execute()
  return target_id
}

/** What may be read from end to end, because it grows with neither learners nor answers. */
const small: Record<string, string> = {
  course_groups: 'the catalogue, read once after an import',
  course_categories: 'the catalogue, read once after an import',
  course_subcategories: 'the catalogue, read once after an import',
  courses: 'the catalogue, read once after an import',
  staff: 'members of the staff: some dozens',
  code_hours: 'the hours of a year',
  file_removals: 'files to be removed: gone as soon as they are',
  // Names in a query, of rows that were found by an index.
  shown: 'a page of comments, at most 101',
  attempted: 'the exams that a learner has sat',
  page: 'a page of purchases',
  known: 'what staff do: some dozens of actions',
  entry: 'the newest entries of the log of staff, a page of them',
  found: 'what was found for staff, so many at most: learners, messages',
  workout: 'workouts: one a day and course, listed for staff alone',
  some: 'browsers to which a notification would be pushed, at most 20,001',
}

/** Indexes along which a statement takes what is due, what is over, or what everybody is told: nothing that it does not want. */
const wanted = [
  'notifications_shared',
  'code_sends_sent',
  'code_tries_tried',
  'code_addresses_seen',
  'codes_sent',
  'staff_factor_tries_tried',
  'attempts_overdue',
  // Of those under way alone.
  'attempts_open',
  'attempt_extensions_ending',
  'payment_orders_due',
  'payment_orders_open',
  'payments_refunds',
  'payment_refunds_due',
  'push_deliveries_due',
  // How many learners there are, which whoever tells all of them asks.
  'users_counted',
  'announcements_time',
  'announcements_due',
  'announcement_counts_due',
  'live_classes_start',
  'webinars_start',
  'users_deleted',
  'users_unknown_phones',
  'purchases_buyer_until',
  'creation_replies_created',
  'staff_creation_replies_created',
  'staff_log_ins_sent',
  'staff_search_counts_day',
  'staff_searched_words_day',
  // Of the log of staff its newest entries, and its actions one after the other.
  'audit_log_pkey',
  'audit_log_action',
]

/** The tables that a piece of work reads blindly and should not. */
async function blindlyRead(work: () => Promise<unknown>): Promise<string[]> {
  const { db, engine } = api.services
  const statements = await sentBy(api, work)
  const found: string[] = []
  for (const statement of statements) {
    for (const { table, index } of await blindReads(engine, db, statement)) {
      if (table in small || (index !== undefined && wanted.includes(index))) continue
      found.push(`${table}, ${index ? `along ${index}` : 'whole'}: ${statement.sql}`)
    }
  }
  return found
}

async function answered(...request: [string, RequestInit]): Promise<void> {
  const { status } = await api.request(...request)
  expect(status, request[0]).toBe(200)
}

test.each(mostUsed)('$name reads what it asks for, whatever else there is', async ({ request, draw }) => {
  const work = draw ? () => draw(api.services, scene) : () => answered(...request(scene, 1))
  expect(await blindlyRead(work)).toEqual([])
})

const others: Record<string, () => Promise<unknown>> = {
  'the log-in': async () => {
    await answered(...mostUsed.find(({ name }) => name.includes('log-in'))!.request(scene, 2))
    const { code, phone } = api.codes.at(-1)!
    await answered(...requestFor(verifyCode, { body: { user_id: Number(phone) - FIRST_PHONE, otp: code } }))
  },
  'the list of the bell': () => answered(...requestFor(listNotifications, {}, scene.active[0]!)),
  'the study activity': () => answered(...requestFor(getStudyActivity, {}, scene.active[0]!)),
  'the insights of a result': () =>
    answered(...requestFor(getResultInsights, { params: { resultId: scene.active[0]!.resultId } }, scene.active[0]!)),
  'the submit of an exam': () => {
    const { examId, token } = scene.candidates[5]!
    return answered(...requestFor(submitExam, { body: { exam_id: examId, status: 'completed' } }, { token }))
  },
  'saves of several candidates at once': async () => {
    const { db } = api.services
    const saves = scene.candidates.slice(0, 4).map(async ({ token, examId, questions }) => {
      const [session] = await db
        .selectFrom('sessions')
        .where('token_hash', '=', hashToken(token))
        .select('user_id')
        .execute()
      const { id } = await db
        .selectFrom('attempts')
        .where('user_id', '=', session!.user_id)
        .where('exam_id', '=', examId)
        .where('status', '=', 'open')
        .select('id')
        .executeTakeFirstOrThrow()
      const [{ qid, options }] = questions as [(typeof questions)[0]]
      return () => {
        const body = { exam_id: examId, attempt_id: id, qid, answer_option_id: options[0]!, seq: 900 }
        return answered(...requestFor(updateAnswer, { body }, { token }))
      }
    })
    const ready = await Promise.all(saves)
    await Promise.all(ready.map((save) => save()))
  },
  'starts of several candidates at once': async () => {
    const starting = scene.starts.slice(-4)
    await changingSessions(() => Promise.resolve())
    await Promise.all(
      starting.map(({ examId, token }) =>
        answered(...requestFor(startExam, { body: { exam_id: examId, status: 'start' } }, { token })),
      ),
    )
  },
  'a page of earlier comments, and of replies': async () => {
    const [learner] = scene.readers
    const { panelId } = learner!
    const list = await api.request(...requestFor(listDiscussions, { params: { panelId } }, learner!))
    const { data } = (await list.json()) as { data: { id: number }[] }
    const { id } = data.at(-1)!
    await answered(...requestFor(listDiscussions, { params: { panelId }, query: { before: id } }, learner!))
    await answered(...requestFor(listReplies, { params: { id } }, learner!))
    await answered(...requestFor(getThread, { params: { id } }, learner!))
  },
  'the workouts of all courses with how many opened each, and one of them': async () => {
    await answered(...requestFor(listAllWorkouts, {}, { staff }))
    await answered(...requestFor(getWorkout, { params: { id: workoutId } }, { staff }))
  },
  'a late page of purchases': async () => {
    const { token } = scene.active[0]!
    const { id } = await api.services.db
      .selectFrom('sessions')
      .select('user_id as id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    await answered(...requestFor(listPurchases, { params: { userId: id }, query: { page: 50 } }, { token }))
  },
  'what a screen asks while an exam runs': () => answered(...requestFor(movedEnd, { params: { attemptId: 1 } })),
  'who sits an exam now': () => sittingNow(api.services, { examId: scene.candidates[0]!.examId }),
  'more time for an attempt': async () => {
    const { db, now } = api.services
    const { id } = await db.selectFrom('attempts').where('status', '=', 'open').select('id').executeTakeFirstOrThrow()
    await giveTime(api.services, testWork(now(), 'Power cut'), { attemptId: id, minutes: 5 })
  },
  "a learner's page": async () => {
    const params = { id: 1 }
    for (const tab of [getLearner, listNotes, listLearnerCourses, listLearnerPurchases, listLearnerAttempts])
      await answered(...requestFor(tab, { params }, { staff }))
    for (const tab of [listLearnerTickets, listLearnerComments, listLearnerNotifications])
      await answered(...requestFor(tab, { params }, { staff }))
  },
  'a course for the phones of a file': async () => {
    const { db, now } = api.services
    const csv = `+91 ${FIRST_PHONE + 1}`
    await grantMany(db, testWork(now()), { courseId: 1, csv, newLearners: 'refuse', existing: 'extend', days: 30 })
  },
  'the rank list of an exam': () => rankList(api.services, { examId: scene.candidates[0]!.examId }),
  'the statistics of an exam': () => itemStatistics(api.services, { examId: scene.candidates[0]!.examId }),
  'a notification to one learner': () =>
    sendNotification(api.services, { to: { userId: 1 }, kind: 'replies', title: 'A reply', message: '<p>Yes.</p>' }),
  'a live class that is moved, cancelled and brought back': async () => {
    const starts_at = TEST_START + DAY
    const times = { starts_at, ends_at: starts_at + HOUR }
    const facts = { course_id: 1, title: 'Doubts', mentor: 'Lekha', join_url: 'https://meet.example.org/a', ...times }
    const { ids } = (await api.call(classes.makeClasses, { body: facts }, { staff })).body
    const [id, version] = [ids[0]!, 1]
    const moved = { id, version, ...facts, ends_at: starts_at + 2 * HOUR, starts_at: starts_at + HOUR }
    await answered(...requestFor(classes.changeClass, { body: moved }, { staff }))
    await answered(...requestFor(classes.cancelClass, { body: { id, version: version + 1 } }, { staff }))
    await answered(...requestFor(classes.restoreClass, { body: { id } }, { staff }))
    await answered(...requestFor(classes.listClasses, {}, { staff }))
  },
  'the log of staff': () => answered(...requestFor(listAudit, {}, { staff })),
  'what staff did, by who did it, and by what it was': async () => {
    await answered(...requestFor(listAudit, { query: { staff: staff.id } }, { staff }))
    await answered(...requestFor(listAudit, { query: { action: 'logged in', before: 900 } }, { staff }))
  },
  'what staff did to a learner': () => answered(...requestFor(listLearnerAudit, { params: { id: 1 } }, { staff })),
  'the push messages that fail': () => answered(...requestFor(getPushDeliveries, {}, { staff })),
  'the log-in of staff': async () => {
    const { ask, verify, call } = staffBrowser(api)
    await ask(staff.phone)
    expect((await verify(api.codes.at(-1)!.code)).status).toBe(200)
    expect((await call(enterByAuthenticator, { body: { code: '000000' } })).status).toBe(422)
    expect((await call(sendConfirmation)).status).toBe(200)
    expect((await call(confirmPhone, { body: { otp: api.codes.at(-1)!.code } })).status).toBe(200)
    expect((await call(setUpAuthenticator)).status).toBe(200)
  },
  'the sweep of overdue attempts': () => sweepOverdue(api.services),
  'the sweep of orders': () => sweepOrders(api.services),
  'the sweep of refunds': () => sendRefunds(api.services),
  'the sweep of accounts': () => sweepAccounts(api.services),
  'the sweep of answered requests': () => sweepCreations(api.services),
  'the sweep of staff searches': () => sweepSearches(api.services),
  'the pushing of notifications': () => deliverPushes(api.services),
  'how many a notification of staff would reach': async () => {
    const csv = `+91 ${FIRST_PHONE + 1}`
    for (const body of [
      { audience: 'course', course_id: 1 },
      { audience: 'list', csv },
    ] as const)
      await answered(...requestFor(countReach, { body }, { staff }))
  },
  'how many learners there are': () => countLearners(api.services.db, 'all', api.clock.now()),
  'what staff tell a course, a list and one learner, when it is due': async () => {
    const words = { title: 'Class moved', message: 'To Monday', send_at: api.clock.now() + SECOND }
    const phone = String(FIRST_PHONE + 1)
    for (const to of [
      { audience: 'course', course_id: 1 },
      { audience: 'list', csv: phone },
      { audience: 'learner', mobile: phone },
    ] as const)
      await answered(...requestFor(addAnnouncement, { body: { ...words, ...to } }, { staff }))
    api.clock.advance(SECOND)
    expect(await sendDue(api.services)).toBe(3)
  },
  'the counting of those who have read it': async () => {
    api.clock.advance(5 * SECOND)
    expect(await countDue(api.services)).toBe(3)
  },
  'the notifications of staff, and the withdrawal of one': async () => {
    await answered(...requestFor(listAnnouncements, { query: { text: 'class' } }, { staff }))
    await answered(...requestFor(showAnnouncement, { params: { id: 1 } }, { staff }))
    for (const id of [1, 2])
      await answered(...requestFor(withdrawAnnouncement, { body: { id, reason: 'The wrong day' } }, { staff }))
  },
  'the reminding of live classes': () => remindOfClasses(api.services),
  'the reminding of webinars': () => remindOfWebinars(api.services),
}

test.each([String(FIRST_PHONE + 7), '+91 60000', '0007', 'learner 7', 'learner lea', 'learner7@ex', 'load-7', '#7'])(
  'a search of staff for %s meets those whom it finds',
  async (words) => {
    const { db, engine } = api.services
    const search = async () =>
      expect(await findLearners(db, engine, { words, page: 1, roles: ['support'] })).not.toMatchObject({ total: 0 })
    expect(await blindlyRead(search)).toEqual([])
  },
)

test.each(['0007', 'learner 7', 'learner lea'])(
  'a search of mentors for %s meets those whom it finds',
  async (words) => {
    const { db, engine } = api.services
    const search = async () =>
      expect(await findLearners(db, engine, { words, page: 1, roles: ['mentor'] })).not.toMatchObject({ total: 0 })
    expect(await blindlyRead(search)).toEqual([])
  },
)

test.each(Object.entries(others))('%s meets what it works on, and nothing else', async (_, work) => {
  expect(await blindlyRead(work)).toEqual([])
})
