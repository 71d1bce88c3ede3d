import { sql } from 'kysely'
import { logWork } from '#core/staff/staff-log.ts'
import type { Database } from '#db/database.ts'
import { receiptOf, sellerOf } from '#features/purchases/receipts/receipt.rules.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { storePrivateImage, storePublicImage } from '#providers/images/uploaded-image.ts'
import type { TestApi, TestLearner } from '../api/api.ts'
import { testWork } from '../api/staff-work.ts'
import { fileOf, pictureOf } from '../packs/images.ts'
import { learningPack } from '../packs/learning-pack.ts'
import { packImporter } from '../packs/pack.ts'

export type Values = Record<string, unknown>

/** Learners of whom much is known, among content with one of each that they can meet. */
export function personFixture(api: () => TestApi) {
  return { busyLearner: (mark: string) => busyLearner(api(), mark) }
}

/** A learner with something in every table that knows learners. Their words, and no others, contain `mark`. */
async function busyLearner(api: TestApi, mark: string): Promise<TestLearner & { attachment: string; avatar: string }> {
  const { db, files } = api.services
  if (!(await db.selectFrom('courses').select('id').executeTakeFirst()))
    await packImporter(api.database)(learningPack())
  const learner = await api.learner({ name: `${mark} Menon`, email: `${mark}@example.org` })
  const user_id = learner.user.id
  const now = api.clock.now()
  const first = async (table: keyof Database) =>
    ((await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(db)).rows[0] ?? { id: 0 }).id
  const add = async (table: keyof Database, values: Values) =>
    (await db
      .insertInto(table)
      .values(values as never)
      .returningAll()
      .executeTakeFirstOrThrow()) as { id: number }
  const picture = fileOf(await pictureOf('png'))
  const square = { width: 64, height: 64, fit: 'cover' } as const
  const avatar = await storePublicImage(files, picture, 'avatar', square)
  const attachment = await storePrivateImage(files, picture, 'attachment', square)
  await db
    .updateTable('users')
    .set({ avatar, city: `${mark}city`, birthday: '2001-02-03' })
    .where('id', '=', user_id)
    .execute()

  const course_id = await first('courses')
  const { id: chapter_id } = await db
    .selectFrom('chapters')
    .select('id')
    .where('course_id', '=', course_id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const exam = await db
    .selectFrom('exams')
    .select(['id', 'paper_id'])
    .where('paper_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const option = await db.selectFrom('question_options').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const question_id = option.question_id
  const option_id = option.id
  const created_at = now

  const networks = { address: `${mark}-address`, net56: `${mark}-net56`, net48: `${mark}-net48` }
  await add('code_sends', { user_id, ...networks, sent_at: now })
  await add('code_tries', { user_id, ...networks, tried_at: now })
  await add('known_devices', { user_id, token_hash: `${mark}-device`, known_since: now, seen_at: now })
  await add('call_counts', { user_id, call: 'POST /user/export', since: now, calls: 1 })
  const said = { call: 'POST /user/discussions/storeDiscussion', key: 'k', input_hash: 'h', reply: `"${mark} said"` }
  await add('creation_replies', { user_id, ...said, created_at: now })
  const done = { action: 'access extended', subject: `course ${course_id}`, before: '{}', after: '{}', at: now }
  // As servers of the version before write it, and as this one does.
  await add('staff_log', { user_id, who: 'Leela of the support', reason: `${mark} was ill`, ...done })
  const act = { action: 'access extended', subject: `course ${course_id}`, userId: user_id }
  await db.transaction().execute((tx) => logWork(tx, testWork(now, `${mark} was ill`), act))
  await add('learner_notes', { user_id, author: 'Leela of the support', body: `${mark} was called`, created_at })
  await add('enrolments', { user_id, course_id, payment_status: 'closedpymnt', valid_until: now + DAY, created_at })
  await add('access_periods', { user_id, course_id, kind: 'grant', days: 1, until: null, given_at: now })
  await add('chapter_progress', { user_id, course_id, chapter_id, viewed_at: now, watched_at: now, position_ms: 5 })
  await add('community_joins', { user_id, course_id, community_id: await first('course_communities'), joined_at: now })
  await add('activity_log', { user_id, kind: 'workout', target_id: 1, detail: `${mark} did this`, created_at })
  await add('calendar_feeds', { user_id, token_hash: `${mark}-token`, created_at })
  const webinar = await add('webinars', {
    ...{
      key: `webinar-${user_id}`,
      title: 'A plan',
      summary: 'Short',
      about_html: '<p>Long</p>',
      presenter: 'Lekha Varma',
    },
    ...{
      image: '/media/a.svg',
      alt: 'A desk',
      join_url: 'https://meet.example.org/plan',
      starts_at: now,
      ends_at: now,
    },
  })
  await add('webinar_registrations', { webinar_id: webinar.id, user_id, created_at })
  await add('watch_days', { user_id, day_at: now, watched_ms: 60_000 })
  await add('user_preferences', { user_id, options: `["${mark}-psc"]`, course: 1, exam: 0, changed_at: now })
  const chapterAttempt = await add('chapter_attempts', {
    user_id,
    chapter_id,
    correct_count: 1,
    incorrect_count: 0,
    created_at,
  })
  await add('chapter_answers', { attempt_id: chapterAttempt.id, question_id, option_id })
  const attempt = await add('attempts', {
    user_id,
    exam_id: exam.id,
    paper_id: exam.paper_id,
    number: 1,
    status: 'completed',
    started_at: now,
    deadline_at: now,
    writer: `${mark}-tab`,
    score_units: 3,
  })
  await add('responses', { attempt_id: attempt.id, question_id, option_id, seq: 1, saved_at: now })
  await add('question_times', { attempt_id: attempt.id, question_id, ms: 1234 })
  await add('extra_attempts', { user_id, exam_id: exam.id, attempts: 2 })
  await add('exam_registrations', {
    user_id,
    exam_id: exam.id,
    answers: JSON.stringify({ reg_no: `${mark}-42` }),
    created_at,
  })
  const quizAttempt = await add('quiz_attempts', {
    user_id,
    quiz_id: await first('quizzes'),
    question_count: 1,
    correct_count: 1,
    incorrect_count: 0,
    submission: `${mark}-submission`,
    created_at,
  })
  await add('quiz_answers', { attempt_id: quizAttempt.id, question_id, option_id })
  await add('quiz_skips', { attempt_id: quizAttempt.id, question_id })
  const memory = { due_at: now, stability: 1, difficulty: 1, reps: 1, lapses: 0, state: 2 }
  await add('practice_notebooks', { user_id, changed_at: now })
  await add('practice_cards', {
    user_id,
    question_id,
    source_kind: 'exam',
    source_id: 1,
    source_title: 'A',
    added_at: now,
    ...memory,
  })
  await add('practice_reviews', {
    user_id,
    question_id,
    number: 1,
    step: 0,
    kind: 'answer',
    rating: 1,
    reviewed_at: now,
    ...memory,
  })
  await add('practice_taken', { user_id, source_kind: 'exam', attempt_id: attempt.id, taken_at: now })
  const panel_id = await first('discussion_panels')
  const comment = await add('discussions', {
    panel_id,
    user_id,
    content_html: `<p>${mark} asks &amp; wonders</p>`,
    created_at,
  })
  await add('discussion_reports', { discussion_id: comment.id, user_id, created_at })
  const ticket = await add('tickets', {
    user_id,
    category_id: 1,
    title: `${mark} needs help`,
    mode: 'open',
    created_at,
  })
  await add('ticket_messages', { ticket_id: ticket.id, mode: 'user', body: `${mark} writes`, attachment, created_at })
  await add('ticket_messages', {
    ticket_id: ticket.id,
    mode: 'staff',
    staff_name: 'Leela of the support',
    body: 'An answer',
    created_at,
  })
  await add('ticket_notes', {
    ticket_id: ticket.id,
    staff_id: 1,
    author: 'Leela of the support',
    body: `${mark} is an internal note`,
    created_at,
  })
  const notice = {
    user_id,
    kind: 'announcements',
    title: 'Hello',
    message_html: `Dear ${mark}`,
    click_action: 'general',
    created_at,
  }
  const notification = await add('notifications', { ...notice, expires_at: now + DAY })
  await add('notification_reads', { user_id, notification_id: notification.id, read_at: now })
  const words = { title: 'Hello', message: `Dear ${mark}`, message_html: `Dear ${mark}` }
  const announcement = await add('announcements', {
    ...{ ...words, state: 'sent', audience: 'learner', format: 'markdown', send_at: now, sent_at: now },
    ...{ created_at, created_by: 'A', changed_at: now, changed_by: 'A' },
  })
  await add('announcement_learners', { announcement_id: announcement.id, user_id })
  await add('push_choices', { user_id, kind: 'replies', pushed: 1 })
  const { id: session_id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const subscription = await add('push_subscriptions', {
    user_id,
    session_id,
    endpoint: `https://push.example.org/${mark}`,
    p256dh: 'x',
    auth: 'x',
    created_at,
  })
  await add('push_deliveries', { notification_id: notification.id, subscription_id: subscription.id, due_at: now })
  await add('billing_addresses', { user_id, state: '29', changed_at: now })
  const purchase = await add('purchases', {
    user_id,
    course_id,
    price_paise: 1000_00,
    offer_paise: 1000_00,
    gst_percent: 18,
    total_paise: 1180_00,
    payment_status: 'closedpymnt',
    created_at,
  })
  const { title } = await db.selectFrom('courses').select('title').where('id', '=', course_id).executeTakeFirstOrThrow()
  const { name, email, phone, country_code } = learner.user
  const payment = {
    provider: 'razorpay',
    provider_payment_id: `pay_${user_id}`,
    amount_paise: 1180_00,
    invoice_number: `26-27/${user_id}`,
    captured_at: now,
    buyer_state: '29',
  }
  const buyer = { name, email, phone, country_code, city: `${mark}city` }
  const receipt = receiptOf(
    { ...payment, ...buyer, title, gst_percent: 18 },
    sellerOf(api.services.config, await api.services.site()),
  )
  const paid = await add('payments', {
    ...payment,
    purchase_id: purchase.id,
    status: 'granted',
    receipt: JSON.stringify(receipt),
  })
  await add('payment_refunds', {
    payment_id: paid.id,
    amount_paise: 100,
    key: `refund-of-${user_id}`,
    status: 'failed',
    created_at,
  })
  return { ...learner, attachment, avatar }
}
