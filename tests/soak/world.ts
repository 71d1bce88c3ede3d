import { createECDH } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { submitChapterQuestions } from '#features/course/course.contract.ts'
import { createPreference, logMarketingSplash } from '#features/dashboard/dashboard.contract.ts'
import { deleteDiscussion, storeDiscussion } from '#features/discussions/discussions.contract.ts'
import {
  claimAttempt,
  clearAnswer,
  keepTimes,
  startExam,
  submitExam,
  updateAnswer,
} from '#features/exams/take/take.contract.ts'
import { registrationFields, submitRegistrationForm } from '#features/exams/registration/registration.contract.ts'
import { getSubsectionResult } from '#features/exams/result/results.contract.ts'
import { readNotification } from '#features/notifications/notifications.contract.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { answerPractice, gradePractice } from '#features/practice/practice.contract.ts'
import { editProfile } from '#features/profile/profile.contract.ts'
import { agreedPrice } from '#features/purchases/purchases.rules.ts'
import { createOrder } from '#features/purchases/purchases.contract.ts'
import { submitQuiz } from '#features/quizzes/quizzes.contract.ts'
import { raiseTicket } from '#features/support/support.contract.ts'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { rupees } from '#lib/both/money.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import { everyRole } from '#lib/both/staff-roles.ts'
import type { Call, Caller } from '../support/api/calls.ts'
import { candidateOf } from '../support/scenes/candidate.ts'
import { seedExam } from '../support/scenes/exam-fixture.ts'
import { seedLearners, type SeededLearner } from '../support/scenes/learners.ts'
import { addMember, entering as enteringAs, loggedIn } from '../support/scenes/staff-callers.ts'
import { sitExam } from '../support/scenes/practice.ts'
import { nameOf } from '../support/api/sample.ts'
import type { Besieger, Besiegers } from './besiege.ts'
import type { Known, Recipes } from './hostile-request.ts'

export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * Adds to the demo content what hostile requests shall get near to: learners who have every course but one, and an exam
 * that can be sat again and again.
 */
export async function makeWorld(db: Kysely<Database>, { learners, now }: { learners: number; now: number }) {
  const [staff, entering] = await seedStaff(db, learners, now)
  const { course_id: courseId, id: panel } = await db
    .selectFrom('discussion_panels')
    .select(['id', 'course_id'])
    .where('course_id', 'in', db.selectFrom('daily_workouts').select('course_id'))
    .executeTakeFirstOrThrow()
  const courses = (await db.selectFrom('courses').select('id').where('retired', '=', 0).execute()).map(({ id }) => id)
  const unbought = courses.find((id) => id !== courseId)!
  const seeded = await seedLearners(db, learners, now)
  const besiegers: (SeededLearner & { news: number; tokens: string[] })[] = []
  for (const learner of seeded) {
    const { id: user_id } = learner
    const more = { userId: user_id, device: 'web', userAgent: '', now } as const
    const spare = [await createSession(db, more), await createSession(db, more)]
    await db
      .insertInto('enrolments')
      .values(
        courses
          .filter((id) => id !== unbought)
          .map((course_id) => ({
            user_id,
            course_id,
            payment_status: 'closedpymnt' as const,
            valid_until: now + 30 * DAY,
            created_at: now - DAY,
          })),
      )
      .execute()
    const news = await sendNotification(
      { db, now: () => now },
      { to: { userId: user_id }, kind: 'announcements', title: 'News', message: 'For you' },
    )
    besiegers.push({ ...learner, tokens: [learner.token, ...spare], news: news! })
  }
  const open = { opensAt: now - HOUR, closesAt: now + 10 * DAY }
  const exam = await seedExam(db, { ...open, courses: [{ id: courseId }], attempts: 1_000_000 })
  // Its questions come into the notebook, where those of an exam under way rest.
  const practised = await seedExam(db, open)
  const registered = await seedExam(db, { ...open, registration: [...registrationFields] })
  const price = agreedPrice(
    await db.selectFrom('courses').selectAll().where('id', '=', unbought).executeTakeFirstOrThrow(),
  )
  const idsOf = async (table: 'quizzes' | 'marketing_splashes' | 'live_classes' | 'notifications' | 'webinars') =>
    (await db.selectFrom(table).select('id').limit(200).execute()).map(({ id }) => id)
  const ofCourse = async (table: 'chapters' | 'daily_workouts') =>
    (await db.selectFrom(table).select('id').where('course_id', '=', courseId).execute()).map(({ id }) => id)
  const [quizzes, chapters, workouts] = [
    await idsOf('quizzes'),
    await ofCourse('chapters'),
    await ofCourse('daily_workouts'),
  ]
  const sat = [...exam.questions, ...practised.questions]
  const splashes = await idsOf('marketing_splashes')
  const questions = sat.map(({ qid }) => qid)
  const options = sat.flatMap((question) => question.options)
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const known: Known = {
    courseid: [courseId, unbought],
    contentid: [courseId],
    contentidorcourseid: [courseId],
    content: [unbought],
    chapterid: chapters,
    chaptervideo: chapters.map(String),
    panelid: [panel],
    discussionpanelid: [panel],
    examid: [exam.id, exam.id, practised.id, registered.id, ...quizzes],
    coursemapid: exam.places,
    qid: questions,
    questionid: questions,
    answeroptionid: options,
    option: options,
    optionid: options,
    optionids: [options.join()],
    qids: [questions.join()],
    review: [1, 2],
    position: [0, 12.5],
    tookms: [1000],
    liveclassid: await idsOf('live_classes'),
    lastid: await idsOf('notifications'),
    id: [courseId, panel, ...workouts, ...splashes, ...(await idsOf('webinars')), ...(await idsOf('notifications'))],
    price: [rupees(price.offer_paise)],
    pricegst: [rupees(price.total_paise)],
    title: ['Receipt'],
    name: ['Asha Babu'],
    birthday: ['2000-01-31'],
    dob: ['2000-01-31'],
    nameasprepsc: ['Asha Babu'],
    phonenumber: ['9876543210'],
    mobile: ['9876543210'],
    districtid: [1],
    communityid: [1],
    examapplieddistrict: [1],
    p256dh: [keys.getPublicKey('base64url')],
    auth: ['A'.repeat(22)],
    endpoint: ['https://push.example.org/one', 'https://push.example.org/two'],
    livedate: ['2026-03-02'],
    options: (await db.selectFrom('course_groups').select('key').execute()).map(({ key }) => key),
    ticketcategoryid: [1, 2],
    otp: ['0000', '1234'],
    staff: [1, 2],
    learner: besiegers.slice(0, 2).map(({ id }) => id),
    version: [1],
    reason: ['Asked on the phone'],
    roles: [...everyRole],
  }
  return {
    panel,
    unbought,
    price,
    exam,
    practised,
    registered,
    district: (await db.selectFrom('districts').select('id').executeTakeFirstOrThrow()).id,
    community: (await db.selectFrom('communities').select('id').executeTakeFirstOrThrow()).id,
    learners: besiegers,
    staff,
    entering,
    known,
    splash: splashes[0]!,
    quiz: quizzes[0]!,
  }
}

/** Members of the staff with every role: their sessions, and log-ins of theirs whose phone is proved. */
async function seedStaff(db: Kysely<Database>, count: number, now: number): Promise<[Caller[], Caller[]]> {
  const [sessions, logIns]: [Caller[], Caller[]] = [[], []]
  for (let number = 0; number < count; number += 1) {
    const phone = String(9_000_200_000 + number)
    const id = await addMember(db, { name: `Member ${number}`, phone, roles: everyRole, now })
    sessions.push({ staff: await loggedIn(db, id, now) })
    logIns.push({ staff: await enteringAs(db, { id, phone }, now) })
  }
  return [sessions, logIns]
}

/**
 * Whose requests a siege sends. The learners have all begun before it does, since its requests of staff change what they
 * begin with.
 */
export async function besiegersOf(call: Call, { learners, staff, entering, ...world }: World): Promise<Besiegers> {
  const begun: Besieger[] = []
  for (const learner of learners) begun.push(await besieger(call, world, learner))
  return { learners: begun.values(), staff: staff.values(), entering: entering.values() }
}

/** A learner with an object of every kind: a result, an attempt under way, a remark, a ticket, an order. */
async function besieger(
  call: Call,
  world: Omit<World, 'learners' | 'staff' | 'entering'>,
  learner: World['learners'][number],
): Promise<Besieger> {
  const { exam, practised, panel, unbought, price, known } = world
  const caller = { token: learner.token }
  await sitExam(candidateOf({ call }, practised, learner.token), ['wrong', 'wrong', 'skip'])
  const result = await sitExam(candidateOf({ call }, exam, learner.token), ['wrong'])
  const { body: started } = await call(startExam, { body: { exam_id: exam.id, status: 'start' } }, caller)
  const attempt = started.data.open_attempt!.id
  const body = { discussion_panel_id: panel, content: `Is this right? ${learner.name}` }
  const remark = (await call(storeDiscussion, { body }, caller)).body.data.id
  const asked = { title: 'Receipt', ticket_category_id: 2, msg: 'Where is it?' }
  const ticket = (await call(raiseTicket, { body: asked }, caller)).body.ticket_id
  const bought = {
    buyer_id: learner.id,
    content: unbought,
    payment_mode: 'online_payment' as const,
    price: rupees(price.offer_paise),
    price_gst: rupees(price.total_paise),
  }
  const { body: order } = await call(createOrder, { body: bought }, caller)
  const ids = [result, attempt, remark, ticket]
  if (!ids.every(Number.isSafeInteger)) throw new Error(`A learner could not begin: ${ids.join()}`)
  const own = { exam_id: exam.id, attempt_id: attempt }
  const question = exam.questions[1]!
  const missed = practised.questions[0]!
  const recipes: Recipes = {
    [nameOf(submitChapterQuestions)]: { body: { qids: '', option_ids: '', correct_count: 0, incorrect_count: 0 } },
    [nameOf(updateAnswer)]: { body: { ...own, qid: question.qid, answer_option_id: question.right } },
    [nameOf(clearAnswer)]: { body: { ...own, qid: question.qid } },
    [nameOf(submitExam)]: { body: own },
    [nameOf(claimAttempt)]: { body: { ...own, writer: 'w'.repeat(16) } },
    [nameOf(keepTimes)]: { body: { ...own, writer: 'w'.repeat(16), times: [{ qid: question.qid, ms: 1000 }] } },
    [nameOf(getSubsectionResult)]: { body: { exam_id: exam.id, exam_attempet_id: result } },
    [nameOf(submitRegistrationForm)]: {
      body: {
        exam_id: world.registered.id,
        name_as_pre_psc: 'Asha Babu',
        dob: '2000-01-31',
        phone_number: '9876543210',
        reg_no: 'AB123456',
        district_id: world.district,
        community_id: world.community,
        exam_applied_district: world.district,
      },
    },
    [nameOf(answerPractice)]: { body: { question_id: missed.qid, review: 1, option: missed.right } },
    [nameOf(gradePractice)]: { body: { question_id: missed.qid, review: 1 } },
    [nameOf(deleteDiscussion)]: { params: { id: remark } },
    [nameOf(logMarketingSplash)]: { params: { id: world.splash } },
    [nameOf(raiseTicket)]: { body: asked },
    [nameOf(createOrder)]: { body: bought },
    [nameOf(createPreference)]: { body: { options: known.options, course: 1, exam: 1 } },
    [nameOf(editProfile)]: {
      body: {
        phone: undefined,
        name: 'Asha Babu',
        email: learner.email,
        birthday: '2000-01-31',
        city: 'Kochi',
      },
    },
    [nameOf(readNotification)]: { params: { id: learner.news } },
    [nameOf(submitQuiz)]: { params: { examId: world.quiz }, query: { correct_count: 1, incorrect_count: 0 } },
  }
  return {
    tokens: [...learner.tokens],
    recipes,
    known: {
      ...known,
      id: [...known.id!, remark],
      resultid: [result],
      examattempetid: [result],
      attemptid: [attempt],
      parentid: [remark],
      ticketid: [ticket],
      email: [learner.email],
      userid: [learner.id],
      buyerid: [learner.id],
      transactionid: order.transactionid ? [order.transactionid] : [],
      orderid: order.order_id ? [order.order_id] : [],
    },
  }
}
