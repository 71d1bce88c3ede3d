import { createSession, revokeSession, SESSION_LIFE } from '#features/auth/server/sessions.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { sellerNow } from '#features/purchases/receipts/server/receipts.ts'
import { endRefund } from '#features/purchases/server/refunds/end-refund.ts'
import { initiateRenewal } from '#features/purchases/purchases.contract.ts'
import { listSessions } from '#features/profile/profile.contract.ts'
import { raiseTicket } from '#features/support/support.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { TestApi, TestLearner } from '../api/api.ts'
import { buyerOf } from './buyer.ts'
import { candidateOf } from './candidate.ts'
import { seedCourse } from './catalogue-fixture.ts'
import { chaptersOf, courseFixture } from './course-fixture.ts'
import { EXPLANATION, seedExam } from './exam-fixture.ts'
import { learningPack } from '../packs/learning-pack.ts'
import { sitExam } from './practice.ts'
import { edited } from '../packs/pack.ts'
import { publications } from '../packs/publications.ts'

/** Learners who make the same call: whose object it names, one as entitled, one who never bought, one whose time is over. */
export type Actor = 'owner' | 'stranger' | 'unpaid' | 'lapsed'

export type Scene = Awaited<ReturnType<typeof accessScene>>

/** What is the owner's alone; discussions show name and remark to those who have the course. */
export const secrets = {
  name: 'Oona Owner',
  email: 'oona@example.org',
  phone: '9876500001',
  city: 'Oonaville',
  ticket: 'A question of Oona',
  remark: 'A remark of Oona',
  news: 'News for Oona',
}

/** What only those read whose course is active; the explanation is of an exam of the course. */
export const paid = {
  meeting: 'https://meet.example.com/doubts',
  whatsapp: 'https://chat.whatsapp.com/ABCdef123',
  telegram: 'https://t.me/alpha_class',
  explanation: EXPLANATION,
}

/** A course with one of everything, its owner with an object of every kind, and the other actors, who have none of them. */
export async function accessScene() {
  const fixture = await courseFixture({
    ...learningPack(),
    ...edited(publications(), 'webinars.yaml', '  seats: 2\n', ''),
    'splashes.yaml': '- { key: splash, image: media/thumb.svg, alt: Look, success: Thanks }\n',
  })
  const { api, alpha } = fixture
  const { db } = api.services
  const owner = await fixture.enrolled(alpha, 30 * DAY)
  const { name, email, phone, city } = secrets
  await db.updateTable('users').set({ name, email, phone, city }).where('id', '=', owner.user.id).execute()
  owner.user = { ...owner.user, name, email, phone, city }
  const actors: Record<Actor, TestLearner> = {
    owner,
    stranger: await fixture.enrolled(alpha, 30 * DAY),
    unpaid: fixture.learners.nobody,
    lapsed: await fixture.enrolled(alpha, -DAY),
  }
  const exam = await seedExam(db, { courses: [{ id: alpha }], attempts: 1000 })
  const result = await sitExam(candidateOf(api, exam, owner.token), ['wrong', 'wrong', 'right', 'skip'])
  const page = await fixture.pageOf(owner)
  const panel = page.details.discussion_panel_id!
  const other = await fixture.enrolled(alpha, 30 * DAY)
  const purchase = await purchaseOf(api, owner)
  return {
    ...fixture,
    actors,
    exam,
    result,
    registration: (await seedExam(db, { registration: ['dob'] })).id,
    /** An attempt of the owner that is under way. */
    openAttempt: async () =>
      (await candidateOf(api, exam, await newToken(api, owner)).start()).body.data.open_attempt!.id,
    /** The address part of the video of chapter three, which is behind the purchase. */
    video: new URL(
      chaptersOf(page).find(({ id }) => id === fixture.chapters.three)!.video!,
      'http://x',
    ).pathname.replace('/files/', ''),
    community: page.metas[0]!.id,
    panel,
    remark: () => remark(api, owner, panel),
    /** A remark of somebody else who has the course. */
    othersRemark: () => remark(api, other, panel),
    ticket: await ticketOf(api, owner),
    ...purchase,
    /** A course that nobody has. */
    unbought: (await seedCourse(db, { title: 'Nobody has it' })).id,
    liveClass: await oneId(db.selectFrom('live_classes').select('id').where('course_id', '=', alpha)),
    webinar: await oneId(db.selectFrom('webinars').select('id').where('key', '=', 'plan')),
    quiz: await oneId(db.selectFrom('quizzes').select('id')),
    splash: await oneId(db.selectFrom('marketing_splashes').select('id')),
    workout: await oneId(
      db.selectFrom('daily_workouts').select('id').where('course_id', '=', alpha).where('key', '=', 'by-map'),
    ),
    news: (await sendNotification(api.services, {
      to: { userId: owner.user.id },
      kind: 'announcements',
      title: secrets.news,
      message: 'For one alone',
    }))!,
    /** A session of the owner on another device. */
    otherSession: async () => {
      await newToken(api, owner)
      const { body } = await api.call(listSessions, {}, { token: await newToken(api, owner) })
      return body.data.find(({ current }) => !current)!.id
    },
  }
}

async function oneId(query: { executeTakeFirstOrThrow: () => Promise<{ id: number }> }): Promise<number> {
  return (await query.executeTakeFirstOrThrow()).id
}

/** A course paid in part, with the rest to pay. */
async function purchaseOf(api: TestApi, owner: TestLearner) {
  const { db } = api.services
  const buyer = await buyerOf(api, { learner: owner })
  const { order_id, transactionid } = (await buyer.create()).body
  const providerPayment = api.payments.pay(order_id)
  await buyer.post(transactionid, providerPayment)
  await db
    .updateTable('enrolments')
    .set({ payment_status: 'partialpymnt', renewal_paise: 50_000 })
    .where('course_id', '=', buyer.courseId)
    .execute()
  await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).where('id', '=', transactionid).execute()
  const payment = (await buyer.payments())[0]!.id
  return {
    transaction: transactionid,
    payment,
    /** A part of the payment that was refunded. @returns the refund's number */
    creditNote: async () => {
      const { id } = await db
        .insertInto('payment_refunds')
        .values({
          ...{ payment_id: payment, amount_paise: 100, key: 'refund-of-the-scene', status: 'requested' },
          ...{ refund_at: null, created_at: api.clock.now() },
        })
        .onConflict((known) => known.column('key').doUpdateSet({ amount_paise: 100 }))
        .returning('id')
        .executeTakeFirstOrThrow()
      const seller = await sellerNow(api.services)
      await db
        .transaction()
        .execute((tx) => endRefund(tx, { now: api.clock.now(), seller, refundId: id, id: null, status: 'processed' }))
      return id
    },
    providerPayment,
    bought: buyer.courseId,
    /** The rest is paid, and nobody has told the server. */
    renewalPayment: async () => {
      const caller = { token: await newToken(api, owner) }
      const { body } = await api.call(initiateRenewal, { body: { transaction_id: transactionid } }, caller)
      return api.payments.pay(body.order_id)
    },
  }
}

async function ticketOf(api: TestApi, { token }: TestLearner): Promise<number> {
  const body = { title: secrets.ticket, ticket_category_id: 2, msg: secrets.ticket }
  return (await api.call(raiseTicket, { body }, { token })).body.ticket_id
}

async function remark(api: TestApi, learner: TestLearner, discussion_panel_id: number): Promise<number> {
  const { id } = await api.services.db
    .insertInto('discussions')
    .values({
      panel_id: discussion_panel_id,
      user_id: learner.user.id,
      parent_id: null,
      content_html: learner.user.name === secrets.name ? secrets.remark : 'A remark',
      created_at: api.clock.now() - DAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A new session of a learner, as on another device. */
export function newToken(api: TestApi, { user }: TestLearner): Promise<string> {
  return createSession(api.services.db, { userId: user.id, device: 'web', userAgent: 'test', now: api.clock.now() })
}

export async function expiredToken(api: TestApi): Promise<string> {
  const start = api.clock.now()
  api.clock.set(start - SESSION_LIFE)
  const { token } = await api.learner()
  api.clock.set(start)
  return token
}

export async function revokedToken(api: TestApi): Promise<string> {
  const { user, token } = await api.learner()
  const id = await oneId(api.services.db.selectFrom('sessions').select('id').where('user_id', '=', user.id))
  await revokeSession(api.services.db, { id, userId: user.id, now: api.clock.now() })
  return token
}
