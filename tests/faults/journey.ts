import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { faultOf } from '#db/faults.ts'
import { registerNewUser, registerOrLogin, verifyCode, verifyNewUser } from '#features/auth/auth.contract.ts'
import { checkPurchaseStatus, getCourse, listCourses } from '#features/catalogue/catalogue.contract.ts'
import { createOrder, getBuying } from '#features/purchases/purchases.contract.ts'
import type { Call } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import type { SeededExam } from '../support/scenes/exam-fixture.ts'
import { countFailure, insist, type Tally } from './sit.ts'

/** What a new learner comes for. */
export interface Scene {
  request: (path: string, init?: RequestInit) => Promise<Response>
  call: Call
  db: Kysely<Database>
  courseId: number
  exam: SeededExam
  tally: Tally
}

const RETRY = 200

/** What became of a payment may be asked so often and no more: each question may go to the provider. */
const ASKED_AGAIN = 1000

/**
 * A new learner logs in, looks at a course, buys it and sits an exam, as a browser does that asks again when it is not
 * answered.
 * @returns what the learner has in the end
 */
export async function travel(scene: Scene, number: number) {
  const { call, courseId, exam, tally } = scene
  const phone = String(8_100_000_000 + number)
  const { token, userId } = await logIn(scene, phone, `10.2.${number >> 8}.${number & 255}`)
  const caller = { token }
  const profile = { mobile: phone, name: 'Traveller', email: `traveller${number}@example.org` }
  await insist(() => call(registerNewUser, { body: profile }, caller), tally)

  await insist(() => call(listCourses), tally)
  await insist(() => call(getCourse, { params: { id: courseId } }, caller), tally)
  const { price, pricegst } = (
    await insist(() => call(checkPurchaseStatus, { query: { id: courseId } }, caller), tally)
  ).body.course_details!
  const order = { buyer_id: userId, content: courseId, payment_mode: 'online_payment' as const }
  const body = { ...order, price, price_gst: pricegst }
  const { order_id } = (await insist(() => call(createOrder, { body }, caller), tally)).body
  await pay(scene, order_id)
  const buying = () => insist(() => call(getBuying, { params: { courseId } }, caller), tally)
  while ((await buying()).body.course_status !== 'Active') await pause(ASKED_AGAIN)

  const candidate = candidateOf(scene, exam, token)
  const { id } = (await insist(() => candidate.start(), tally)).body.data.open_attempt!
  for (const question of exam.questions)
    await insist(() => candidate.answer(question, question.right, { attempt_id: id, seq: 1 }), tally)
  await insist(() => candidate.submit(id), tally)
  const { correct_answer_count } = (await insist(() => candidate.result(id), tally)).body.data
  return { userId, right: correct_answer_count }
}

/** Whoever does not hear whether the code was right asks for another one. */
async function logIn({ call, db, tally }: Scene, phone: string, address: string) {
  for (;;) {
    const asked = { mobile: phone, device: 'web', country_code: '91', include_watsup_otp: 'N' as const }
    const { user_id, user_exsist } = (await insist(() => call(registerOrLogin, { body: asked }, { address }), tally))
      .body
    const sent = await untilTold(
      db.selectFrom('outbox_messages').select('code').where('recipient', '=', `+91${phone}`).orderBy('id', 'desc'),
    )
    const verify = user_exsist ? verifyCode : verifyNewUser
    const answer = await call(verify, { body: { user_id, otp: sent.code } }, { address }).catch(() => undefined)
    if (answer?.status === 200) return { token: answer.body.user.token, userId: user_id }
    if (answer && answer.status >= 500) countFailure(tally, answer.status)
    await pause(RETRY)
  }
}

/** Reads from a database that may be away for a moment. */
async function untilTold<Row>(query: { executeTakeFirstOrThrow: () => Promise<Row> }): Promise<Row> {
  for (;;) {
    try {
      return await query.executeTakeFirstOrThrow()
    } catch (error) {
      if (!faultOf(error)) throw error
      await pause(RETRY)
    }
  }
}

/** What a learner does in the sandbox's window; the page hears nothing of it. */
async function pay({ request, tally }: Scene, orderId: string): Promise<void> {
  for (;;) {
    const answer = await request(`/sandbox/orders/${orderId}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'success' }),
    }).catch(() => undefined)
    await answer?.body?.cancel()
    // 409: paid already, by a request whose answer was lost.
    if (answer?.status === 200 || answer?.status === 409) return
    if (answer && answer.status >= 500) countFailure(tally, answer.status)
    await pause(RETRY)
  }
}

/** Learners who do not have what they came for, or have it twice. */
export async function wronged(
  db: Kysely<Database>,
  travellers: Awaited<ReturnType<typeof travel>>[],
  exam: SeededExam,
) {
  let count = 0
  for (const { userId, right } of travellers) {
    const enrolments = await db.selectFrom('enrolments').select('id').where('user_id', '=', userId).execute()
    const payments = await db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .select('payments.status')
      .where('purchases.user_id', '=', userId)
      .execute()
    const attempts = await db.selectFrom('attempts').select('id').where('user_id', '=', userId).execute()
    const granted = payments.filter(({ status }) => status === 'granted').length
    if (enrolments.length !== 1 || granted !== 1 || attempts.length !== 1 || right !== exam.questions.length) count += 1
  }
  return count
}
