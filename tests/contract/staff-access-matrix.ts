import { storedSite } from '#core/site/site.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { Expected } from './access-matrix.ts'
import { fileOf, pictureOf } from '../support/packs/images.ts'
import type { StaffScene } from '../support/scenes/staff-scene.ts'

/** Who of the staff may do what: every call of theirs has a row, which says so independently of its contract. */

export interface StaffRow {
  /** Who is let through; all others of the staff are answered 403 wrong_role. */
  roles: readonly StaffRole[]
  /** What is sent, in the place of the declared form's sample. */
  input?: (scene: StaffScene) => Input | Promise<Input>
  /** The second factor that the call needs: without, that of the session. */
  secondFactor?: 'recent'
  /** What each of those who are let through is answered; 200 without. */
  expected?: Expected
  /** Audit log entries that a call writes; by default one for a POST that succeeds, and none for others. */
  logs?: number
}

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

const all: readonly StaffRole[] = ['owner', 'author', 'mentor', 'support', 'accountant']
const owner: readonly StaffRole[] = ['owner']
const mentor: readonly StaffRole[] = ['owner', 'mentor']
const moderators: readonly StaffRole[] = ['owner', 'mentor', 'support']

/** Who see learners; who see their money; who help them with access and log-in. */
const readers: readonly StaffRole[] = ['owner', 'mentor', 'support', 'accountant']
const money: readonly StaffRole[] = ['owner', 'support', 'accountant']
const helpers: readonly StaffRole[] = ['owner', 'support']

/** Who keeps the books. */
const books: readonly StaffRole[] = ['owner', 'accountant']

/** Who write content. */
const authors: readonly StaffRole[] = ['owner', 'author']

const reason = 'as a test'

/** Who see exams; who help whoever sits one. */
const exams: readonly StaffRole[] = ['owner', 'author', 'support', 'mentor']
const atExams: readonly StaffRole[] = ['owner', 'author', 'support']

const aWorkout = async ({ newWorkout }: StaffScene) => ({ params: { id: await newWorkout() } })
/** Who tells learners something. */
const tellers: readonly StaffRole[] = ['owner', 'author', 'support']
const anAnnouncement = { title: 'Class moved', message: 'To Monday', audience: 'all', course_id: null, target: null }

const anExam = async ({ candidate }: StaffScene) => ({ params: { id: (await candidate()).examId } })

/** Who see live classes. */
const classReaders: readonly StaffRole[] = ['owner', 'author', 'mentor', 'support']

const theLearner = ({ learner }: StaffScene) => ({ params: { id: learner.user.id } })

export const staffMatrix: Record<string, StaffRow> = {
  'GET /api/v1/staff/me': { roles: all },
  'GET /api/v1/staff/home': { roles: all },
  'GET /api/v1/staff/home/days': { roles: all },
  'GET /api/v1/staff/deliveries/codes': { roles: helpers },
  'GET /api/v1/staff/deliveries/push': { roles: helpers },
  'POST /api/v1/staff/logout': { roles: all },
  'GET /api/v1/staff/sessions': { roles: all },
  'POST /api/v1/staff/sessions/end': { secondFactor: 'recent', roles: all },
  'GET /api/v1/staff/factors': { roles: all },
  'POST /api/v1/staff/factors/authenticator/options': { secondFactor: 'recent', roles: all, logs: 0 },
  'POST /api/v1/staff/factors/authenticator': {
    secondFactor: 'recent',
    roles: all,
    expected: 422,
    input: () => ({ body: { code: '123456', name: 'App' } }),
  },
  'POST /api/v1/staff/factors/passkey/options': { secondFactor: 'recent', roles: all, logs: 0 },
  'POST /api/v1/staff/factors/passkey': {
    secondFactor: 'recent',
    roles: all,
    expected: 422,
    input: () => ({ body: { response: '{}', name: 'Key' } }),
  },
  'POST /api/v1/staff/factors/remove': { secondFactor: 'recent', roles: all, expected: 404 },
  'POST /api/v1/staff/factors/rename': { roles: all, expected: 404 },
  // A failed second factor is logged.
  'POST /api/v1/staff/confirm/authenticator': {
    roles: all,
    expected: 422,
    logs: 1,
    input: () => ({ body: { code: '123456' } }),
  },
  'POST /api/v1/staff/confirm/recovery': { roles: all, expected: 422, logs: 1 },
  'POST /api/v1/staff/confirm/passkey/options': { roles: all, logs: 0 },
  'POST /api/v1/staff/confirm/passkey': {
    roles: all,
    expected: 422,
    logs: 1,
    input: () => ({ body: { response: '{}' } }),
  },
  'POST /api/v1/staff/recovery-codes': { secondFactor: 'recent', roles: all },
  'POST /api/v1/staff/recovery-codes/confirm': { secondFactor: 'recent', roles: all, expected: 409 },
  'GET /api/v1/staff/team': { roles: owner },
  'POST /api/v1/staff/team/add': {
    secondFactor: 'recent',
    roles: owner,
    input: ({ nextPhone }) => ({ body: { name: 'Anu', mobile: nextPhone(), roles: ['mentor'], reason } }),
  },
  'POST /api/v1/staff/team/change': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember }) => ({
      body: { id: await newMember(), version: 1, name: 'Anu', roles: ['mentor'], reason },
    }),
  },
  'POST /api/v1/staff/team/phone/code': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember, nextPhone }) => ({ body: { id: await newMember(), mobile: nextPhone() } }),
  },
  'POST /api/v1/staff/team/phone': {
    secondFactor: 'recent',
    roles: owner,
    expected: 422,
    input: async ({ newMember, nextPhone }) => ({
      body: { id: await newMember(), mobile: nextPhone(), otp: '1234', proof: 'Known in person', reason },
    }),
  },
  'POST /api/v1/staff/team/end': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember(), reason } }),
  },
  'POST /api/v1/staff/team/return': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember({ left: true }), reason } }),
  },
  'POST /api/v1/staff/team/reset': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember(), reason } }),
  },
  'POST /api/v1/staff/team/unlock': {
    secondFactor: 'recent',
    roles: owner,
    input: async ({ newMember }) => ({ body: { id: await newMember(), reason } }),
  },
  'GET /api/v1/staff/audit': { roles: owner },
  'GET /api/v1/staff/audit/csv': { secondFactor: 'recent', roles: owner, logs: 1 },
  'GET /api/v1/staff/audit/check': { roles: owner },
  'GET /api/v1/staff/courses/titles': { roles: all },
  'POST /api/v1/staff/authoring/picture': {
    roles: ['owner', 'author', 'support'],
    input: async () => ({ body: { picture: fileOf(await pictureOf('png')), shape: 'wide' } }),
    // What is stored shows nowhere before a form names it.
    logs: 0,
  },
  'POST /api/v1/staff/authoring/file': {
    roles: authors,
    input: () => ({ body: { file: fileOf(Buffer.from('%PDF-1.7'), 'notes.pdf'), use: 'document' } }),
    logs: 0,
  },
  'GET /api/v1/staff/authoring/file': {
    roles: authors,
    input: async ({ api }) => ({
      query: { file: await api.services.files.putPrivate(Buffer.from('%PDF-1.7'), 'pdf') },
    }),
  },
  'POST /api/v1/staff/authoring/preview': { roles: ['owner', 'author', 'support'], logs: 0 },
  'GET /api/v1/staff/learners': { roles: readers, input: () => ({ query: { words: 'asha' } }), logs: 1 },
  'GET /api/v1/staff/learners/list': { roles: readers },
  'GET /api/v1/staff/learners/csv': { secondFactor: 'recent', roles: helpers, logs: 1 },
  'GET /api/v1/staff/learners/{id}': { roles: readers, input: theLearner, logs: 1 },
  'GET /api/v1/staff/learners/{id}/log': { roles: money, input: theLearner },
  'GET /api/v1/staff/learners/{id}/purchases': { roles: money, input: theLearner },
  'GET /api/v1/staff/learners/{id}/courses': { roles: readers, input: theLearner },
  'GET /api/v1/staff/learners/{id}/attempts': { roles: ['owner', 'support', 'mentor'], input: theLearner },
  'GET /api/v1/staff/learners/{id}/tickets': { roles: helpers, input: theLearner },
  'GET /api/v1/staff/learners/{id}/comments': { roles: ['owner', 'support', 'mentor'], input: theLearner },
  'GET /api/v1/staff/learners/{id}/notifications': { roles: helpers, input: theLearner },
  'GET /api/v1/staff/learners/{id}/notes': { roles: readers, input: theLearner },
  'POST /api/v1/staff/learners/{id}/notes': {
    roles: readers,
    input: (scene) => ({ ...theLearner(scene), body: { body: 'Called' } }),
  },
  'POST /api/v1/staff/learners/{id}/notes/delete': { roles: readers, input: theLearner, expected: 404 },
  'POST /api/v1/staff/learners/{id}/logout': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ student }) => ({ params: { id: await student() }, body: { reason } }),
  },
  'POST /api/v1/staff/learners/{id}/unlock': {
    secondFactor: 'recent',
    roles: helpers,
    input: (scene) => ({ ...theLearner(scene), body: { reason } }),
  },
  'POST /api/v1/staff/learners/{id}/block': {
    roles: helpers,
    input: async ({ student }) => ({ params: { id: await student() }, body: { from: 'log-in', reason } }),
  },
  'POST /api/v1/staff/learners/{id}/unblock': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ api, student }) => {
      const id = await student()
      await api.services.db.updateTable('users').set({ muted_at: 1 }).where('id', '=', id).execute()
      return { params: { id }, body: { from: 'discussions', reason } }
    },
  },
  'POST /api/v1/staff/learners/{id}/phone/code': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ nextPhone, student }) => ({ params: { id: await student() }, body: { mobile: nextPhone() } }),
  },
  'POST /api/v1/staff/learners/{id}/phone': {
    secondFactor: 'recent',
    roles: helpers,
    expected: 422,
    input: async ({ nextPhone, student }) => ({
      params: { id: await student() },
      body: { mobile: nextPhone(), otp: '1234', proof: 'Voter card', reason },
    }),
  },
  'POST /api/v1/staff/learners/{id}/access/grant': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ student, courses }) => ({
      params: { id: await student() },
      body: { course_id: (await courses())[1], days: 30, reason },
    }),
  },
  'POST /api/v1/staff/learners/{id}/access/extend': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ student, courses }) => ({
      params: { id: await student() },
      body: { course_id: (await courses())[0], days: 30, reason },
    }),
  },
  'POST /api/v1/staff/learners/{id}/access/end': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ student, courses }) => ({
      params: { id: await student() },
      body: { course_id: (await courses())[0], reason },
    }),
  },
  'POST /api/v1/staff/learners/{id}/access/move': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ student, courses }) => {
      const [course_id, to_course_id] = await courses()
      return { params: { id: await student() }, body: { course_id, to_course_id, reason } }
    },
  },
  'GET /api/v1/staff/learners/{id}/sale': {
    roles: money,
    input: async ({ learner, courses }) => ({
      params: { id: learner.user.id },
      query: { course_id: (await courses())[0] },
    }),
  },
  'POST /api/v1/staff/learners/{id}/sale': {
    secondFactor: 'recent',
    roles: money,
    input: async ({ student, courses, nextPhone }) => ({
      params: { id: await student() },
      body: { course_id: (await courses())[1], method: 'cash', reference: `R-${nextPhone()}`, reason },
    }),
  },
  'GET /api/v1/staff/payments/{id}/refund': {
    roles: ['owner', 'accountant'],
    input: async ({ sale }) => ({ params: { id: await sale() } }),
  },
  'POST /api/v1/staff/payments/{id}/refund': {
    secondFactor: 'recent',
    roles: ['owner', 'accountant'],
    input: async ({ sale, leftOfSale, nextPhone }) => ({
      params: { id: await sale() },
      body: { left_paise: await leftOfSale(), amount_paise: 100, key: `refund-${nextPhone()}`, reason },
    }),
  },
  'GET /api/v1/staff/money/orders': { roles: books },
  'GET /api/v1/staff/money/payments': { roles: books },
  'GET /api/v1/staff/money/payments/csv': { secondFactor: 'recent', roles: books, logs: 1 },
  'GET /api/v1/staff/money/refunds': { roles: books },
  'GET /api/v1/staff/money/receipts': { roles: books },
  'GET /api/v1/staff/money/receipts/{id}': {
    roles: money,
    input: async ({ sale }) => ({ params: { id: await sale() } }),
  },
  'GET /api/v1/staff/money/mismatches': { roles: books },
  'POST /api/v1/staff/money/ask': {
    roles: books,
    // Of a sale at the desk nobody knows but the desk.
    expected: 409,
    input: async ({ sale }) => ({ body: { payment_id: await sale(), order_id: undefined } }),
  },
  'GET /api/v1/staff/money/gst': { roles: books, input: () => ({ query: { month: '2026-11' } }) },
  'GET /api/v1/staff/money/gst/csv': {
    secondFactor: 'recent',
    roles: books,
    input: () => ({ query: { month: '2026-11' } }),
    logs: 1,
  },
  'POST /api/v1/staff/learners/add': {
    secondFactor: 'recent',
    roles: helpers,
    // The search by phone, the account and the course.
    logs: 3,
    input: async ({ courses, nextPhone }) => ({
      body: { name: 'Asha', mobile: nextPhone(), course_id: (await courses())[1], days: 30, reason },
    }),
  },
  'GET /api/v1/staff/money/registers/invoices/csv': { secondFactor: 'recent', roles: books, logs: 1 },
  'GET /api/v1/staff/money/registers/credit-notes/csv': { secondFactor: 'recent', roles: books, logs: 1 },
  'GET /api/v1/staff/money/credit-notes/{id}': {
    roles: money,
    input: async ({ creditNote }) => ({ params: { id: await creditNote() } }),
  },
  'POST /api/v1/staff/access/bulk': {
    secondFactor: 'recent',
    roles: helpers,
    // The search for the learners of the list, and what was done.
    logs: 2,
    input: async ({ api, student, courses }) => {
      const id = await student()
      const { phone } = await api.services.db
        .selectFrom('users')
        .select('phone')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { body: { course_id: (await courses())[1], days: 30, csv: phone, dry_run: false, reason } }
    },
  },
  'GET /api/v1/staff/learners/{id}/attempts/{attemptId}/sheet': {
    roles: moderators,
    expected: 404,
    input: ({ learner }) => ({ params: { id: learner.user.id, attemptId: 2_000_000_000 } }),
  },
  'POST /api/v1/staff/learners/{id}/exams/attempts': {
    secondFactor: 'recent',
    roles: helpers,
    input: async ({ candidate }) => {
      const { id, examId } = await candidate()
      return { params: { id }, body: { exam_id: examId, attempts: 1, reason } }
    },
  },
  'POST /api/v1/staff/learners/{id}/exams/time': {
    roles: atExams,
    input: async ({ candidate }) => {
      const { id, examId } = await candidate()
      return { params: { id }, body: { exam_id: examId, minutes: 5, reason } }
    },
  },
  'POST /api/v1/staff/exams/{id}/time': {
    roles: atExams,
    input: async ({ candidate }) => ({ params: { id: (await candidate()).examId }, body: { minutes: 5, reason } }),
  },
  'GET /api/v1/staff/workouts': { roles: ['owner', 'author', 'mentor'] },
  'GET /api/v1/staff/workouts/{id}': { roles: ['owner', 'author', 'mentor'], input: aWorkout },
  'POST /api/v1/staff/workouts/make': {
    roles: authors,
    input: async ({ courses }) => ({
      body: { course_id: (await courses())[0], type: 'plain', title: 'Five', text: 'Words', published_at: null },
    }),
  },
  'POST /api/v1/staff/workouts/{id}/change': {
    roles: authors,
    input: async (scene) => ({
      ...(await aWorkout(scene)),
      body: { type: 'plain', title: 'Six', text: 'Words', published_at: null, version: 1 },
    }),
  },
  'POST /api/v1/staff/workouts/{id}/withdraw': { roles: authors, input: aWorkout },
  'POST /api/v1/staff/workouts/{id}/bring-back': {
    roles: authors,
    input: async ({ newWorkout }) => ({ params: { id: await newWorkout({ withdrawn: true }) } }),
  },
  'POST /api/v1/staff/workouts/{id}/copy': {
    roles: authors,
    input: async (scene) => ({
      ...(await aWorkout(scene)),
      body: { course_id: (await scene.courses())[1], published_at: null },
    }),
  },
  'GET /api/v1/staff/exams': { roles: exams },
  'GET /api/v1/staff/exams/{id}': { roles: exams, input: anExam },
  'GET /api/v1/staff/exams/{id}/sitting': { roles: exams, input: anExam },
  'GET /api/v1/staff/exams/{id}/ranks': { roles: exams, input: anExam },
  'GET /api/v1/staff/exams/{id}/ranks/csv': { secondFactor: 'recent', roles: helpers, input: anExam, logs: 1 },
  'GET /api/v1/staff/exams/{id}/items': { roles: exams, input: anExam },
  // Nobody has finished it.
  'GET /api/v1/staff/exams/{id}/items/csv': { roles: exams, input: anExam, expected: 409 },
  'GET /api/v1/staff/news': { roles: authors },
  'GET /api/v1/staff/news/choices': { roles: authors },
  'GET /api/v1/staff/news/{id}': {
    roles: authors,
    input: async ({ newNews }) => ({ params: { id: await newNews() } }),
  },
  'POST /api/v1/staff/news/make': {
    roles: authors,
    input: async ({ newsForm }) => ({ body: { ...(await newsForm()) } }),
  },
  'POST /api/v1/staff/news/change': {
    roles: authors,
    input: async ({ newNews, newsForm }) => ({ body: { id: await newNews(), version: 1, ...(await newsForm()) } }),
  },
  'POST /api/v1/staff/news/withdraw': {
    roles: authors,
    input: async ({ newNews }) => ({ body: { id: await newNews() } }),
  },
  'POST /api/v1/staff/news/restore': {
    roles: authors,
    input: async ({ api, newNews }) => {
      const id = await newNews()
      await api.services.db.updateTable('news').set({ retired: 1 }).where('id', '=', id).execute()
      return { body: { id } }
    },
  },
  'GET /api/v1/staff/splashes': { roles: authors },
  'GET /api/v1/staff/splashes/{id}': {
    roles: authors,
    input: async ({ newSplash }) => ({ params: { id: await newSplash() } }),
  },
  'POST /api/v1/staff/splashes/make': {
    roles: authors,
    input: async ({ splashForm }) => ({ body: { ...(await splashForm()) } }),
  },
  'POST /api/v1/staff/splashes/change': {
    roles: authors,
    input: async ({ newSplash, splashForm }) => ({
      body: { id: await newSplash(), version: 1, ...(await splashForm()) },
    }),
  },
  'POST /api/v1/staff/splashes/move': {
    roles: authors,
    input: async ({ newSplash }) => {
      const id = await newSplash()
      await newSplash()
      return { body: { id, to: 'down' } }
    },
  },
  'POST /api/v1/staff/splashes/withdraw': {
    roles: authors,
    input: async ({ newSplash }) => ({ body: { id: await newSplash() } }),
  },
  'POST /api/v1/staff/splashes/restore': {
    roles: authors,
    input: async ({ api, newSplash }) => {
      const id = await newSplash()
      await api.services.db.updateTable('marketing_splashes').set({ retired: 1 }).where('id', '=', id).execute()
      return { body: { id } }
    },
  },
  'POST /api/v1/staff/splashes/switch': {
    roles: authors,
    input: async ({ api, splashForm }) => {
      await splashForm()
      return { body: { on: !(await storedSite(api.services.db))!.enableMarketingSplash } }
    },
  },
  'GET /api/v1/staff/tickets': { roles: helpers },
  'GET /api/v1/staff/tickets/choices': { roles: helpers },
  'GET /api/v1/staff/tickets/{id}': {
    roles: helpers,
    input: async ({ newTicket }) => ({ params: { id: (await newTicket()).id } }),
  },
  'POST /api/v1/staff/tickets/reply': {
    roles: helpers,
    input: async ({ newTicket }) => ({ body: { ...(await newTicket()), message: 'Try again', attachment: undefined } }),
  },
  'GET /api/v1/staff/tickets/{id}/notes': {
    roles: helpers,
    input: async ({ newTicket }) => ({ params: { id: (await newTicket()).id } }),
  },
  'POST /api/v1/staff/tickets/{id}/notes': {
    roles: helpers,
    input: async ({ newTicket }) => ({ params: { id: (await newTicket()).id }, body: { body: 'Paid twice' } }),
  },
  'POST /api/v1/staff/tickets/{id}/notes/delete': {
    roles: helpers,
    expected: 404,
    input: async ({ newTicket }) => ({ params: { id: (await newTicket()).id }, body: { note_id: 2_000_000_000 } }),
  },
  'POST /api/v1/staff/tickets/assign': {
    roles: helpers,
    input: async ({ newTicket, as }) => ({
      body: { id: (await newTicket()).id, to: (await as('support')).id, from: null },
    }),
  },
  'POST /api/v1/staff/tickets/close': {
    roles: helpers,
    input: async ({ newTicket }) => ({ body: await newTicket() }),
  },
  'POST /api/v1/staff/tickets/reopen': {
    roles: helpers,
    input: async ({ newTicket }) => ({ body: { id: (await newTicket({ closed: true })).id } }),
  },
  'GET /api/v1/staff/saved-replies': { roles: helpers },
  'POST /api/v1/staff/saved-replies/add': {
    roles: helpers,
    input: () => ({ body: { title: 'Receipt', body: 'Dear {name}', category_id: null } }),
  },
  'POST /api/v1/staff/saved-replies/change': {
    roles: helpers,
    input: async ({ newSavedReply }) => ({
      body: { id: await newSavedReply(), version: 1, title: 'Receipt', body: 'Dear {name}', category_id: null },
    }),
  },
  'POST /api/v1/staff/saved-replies/remove': {
    roles: helpers,
    input: async ({ newSavedReply }) => ({ body: { id: await newSavedReply(), version: 1 } }),
  },
  'GET /api/v1/staff/discussions': { roles: moderators },
  'GET /api/v1/staff/discussions/choices': { roles: moderators },
  'GET /api/v1/staff/discussions/{id}': {
    roles: moderators,
    input: async ({ newComment }) => ({ params: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/reply': {
    roles: mentor,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id, content: 'Because' } }),
  },
  'POST /api/v1/staff/discussions/hide': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/restore': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment({ hidden: true })).id } }),
  },
  'POST /api/v1/staff/discussions/delete': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id, reason } }),
  },
  'POST /api/v1/staff/discussions/keep': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).id } }),
  },
  'POST /api/v1/staff/discussions/unkeep': {
    roles: moderators,
    input: async ({ newComment }) => {
      const { id, settled_at } = await newComment({ settled: true })
      return { body: { id, settled_at } }
    },
  },
  'POST /api/v1/staff/discussions/block': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment()).writer, reason } }),
  },
  'POST /api/v1/staff/discussions/unblock': {
    roles: moderators,
    input: async ({ newComment }) => ({ body: { id: (await newComment({ muted: true })).writer } }),
  },
  'GET /api/v1/staff/reports': { roles: moderators },
  'GET /api/v1/staff/notifications': { roles: tellers },
  'GET /api/v1/staff/notifications/choices': { roles: tellers },
  'GET /api/v1/staff/notifications/{id}': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ params: { id: (await newAnnouncement()).id } }),
  },
  'POST /api/v1/staff/notifications/preview': { roles: tellers, logs: 0 },
  'POST /api/v1/staff/notifications/test': {
    roles: tellers,
    expected: 409,
    input: () => ({ body: { title: 'Class moved', message: 'To Monday' } }),
  },
  'POST /api/v1/staff/notifications/reach': { roles: tellers, input: () => ({ body: { audience: 'all' } }), logs: 0 },
  'POST /api/v1/staff/notifications/add': { roles: tellers, input: () => ({ body: anAnnouncement }) },
  'POST /api/v1/staff/notifications/change': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ body: { ...(await newAnnouncement()), ...anAnnouncement } }),
  },
  'POST /api/v1/staff/notifications/cancel': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ body: await newAnnouncement() }),
  },
  'POST /api/v1/staff/notifications/restore': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ body: await newAnnouncement('cancelled') }),
  },
  'POST /api/v1/staff/notifications/send': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ body: await newAnnouncement() }),
  },
  'POST /api/v1/staff/notifications/withdraw': {
    roles: tellers,
    input: async ({ newAnnouncement }) => ({ body: { id: (await newAnnouncement('sent')).id, reason } }),
  },
  'GET /api/v1/staff/live-classes': { roles: classReaders },
  'GET /api/v1/staff/live-classes/choices': { roles: classReaders },
  'POST /api/v1/staff/live-classes/make': {
    roles: authors,
    input: async ({ newClass }) => ({ body: { ...(await newClass()).facts } }),
  },
  'POST /api/v1/staff/live-classes/change': {
    roles: authors,
    input: async ({ newClass }) => {
      const { id, facts } = await newClass()
      return { body: { id, version: 1, ...facts, title: 'Another' } }
    },
  },
  'POST /api/v1/staff/live-classes/cancel': {
    roles: authors,
    input: async ({ newClass }) => ({ body: { id: (await newClass()).id, version: 1 } }),
  },
  'POST /api/v1/staff/live-classes/restore': {
    roles: authors,
    input: async ({ newClass }) => ({ body: { id: (await newClass({ cancelled: true })).id } }),
  },
  'GET /api/v1/staff/prices': { roles: books },
  'GET /api/v1/staff/prices/choices': { roles: books },
  'POST /api/v1/staff/prices/change': {
    secondFactor: 'recent',
    roles: books,
    input: async ({ newCourse }) => {
      const price = { price_paise: 99_900, offer_price_paise: null, gst_percent: 18, validity_days: 365 }
      return { body: { id: await newCourse(), version: 1, ...price } }
    },
  },
}
