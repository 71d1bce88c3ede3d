import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '#features/auth/server/sessions.ts'
import { receiptOf, sellerOf } from '#features/purchases/receipts/receipt.rules.ts'
import { DAY, startOfIndianDay } from '#lib/both/time/clock.ts'
import { numbers, scattered, skewed, whole, type Whole } from './numbers.ts'
import { fill, inBatches, n, type Seeding } from './seeding.ts'
import { ACTIVE_EVERY, CHAPTERS, SESSION_EVERY } from './sizes.ts'

/** Courses of one of the most active learners, and of others who have any. */
const MANY = 4
const FEW = 2
const DAYS_WATCHED = 10
/** A learner's phone is this and the id: ten digits that begin as Indian mobiles do. */
export const FIRST_PHONE = 6_000_000_000
/** Chapters that a learner has watched some of in a course. */
const BEGUN = 5
/** One enrolment of so many was paid for here; the others came with the content, or from the desk. */
const PAID_EVERY = 4

/** The number of the most active learner of a number from 1 on. */
export const activeLearner = (number: Whole): Whole => sql`((${number} - 1) * ${whole(ACTIVE_EVERY)} + 1)`

/** The bearer token of a learner with a session: a secret of a database that has nobody's data. */
export function tokenOf(userId: number): string {
  return createHash('sha256').update(`load ${userId}`).digest('base64url')
}

/** Learners with sessions, courses, payments and what they watched. */
export async function seedLearners(seeding: Seeding): Promise<void> {
  const { sizes, now, id } = seeding
  const instant = whole(now)
  await fill(seeding, 'users', sizes.learners, {
    id: id('users', n),
    country_code: sql`'91'`,
    phone: sql`cast(${whole(FIRST_PHONE)} + ${id('users', n)} as text)`,
    name: sql`'Learner ' || n`,
    email: sql`'learner' || ${id('users', n)} || '@example.com'`,
    city: sql`'Kochi'`,
    registration_completed: whole(1),
    verified_at: sql`${instant} - (10 + ${scattered(n, 31, 700)}) * ${whole(DAY)}`,
    last_logged_on: sql`${instant} - (1 + ${scattered(n, 32, 9)}) * ${whole(DAY)}`,
    created_at: sql`${instant} - (10 + ${scattered(n, 31, 700)}) * ${whole(DAY)}`,
  })
  await seedSessions(seeding)
  await seedEnrolments(seeding)
  await seedPayments(seeding)
  await seedProgress(seeding)
}

/** Row by row, because SQLite has no hash that could be worked out inside. */
async function seedSessions(seeding: Seeding): Promise<void> {
  const { db, sizes, now, id } = seeding
  const { rows } = await sql<{ first: number }>`select ${id('users', whole(1))} as first`.execute(db)
  const first = rows[0]!.first
  await inBatches(
    seeding,
    'sessions',
    { count: Math.ceil(sizes.learners / SESSION_EVERY), size: 2000 },
    async (from, to) =>
      db
        .insertInto('sessions')
        .values(
          Array.from({ length: to - from + 1 }, (_, index) => {
            const userId = first + (from + index - 1) * SESSION_EVERY
            return {
              user_id: userId,
              token_hash: hashToken(tokenOf(userId)),
              device: 'web',
              user_agent: '',
              created_at: now - DAY,
              expires_at: now + 89 * DAY,
            }
          }),
        )
        .execute(),
  )
}

/** Popular courses have many learners: the first of 5,000 every seventeenth. */
async function seedEnrolments(seeding: Seeding): Promise<void> {
  const { sizes, now, id } = seeding
  const active = Math.ceil(sizes.learners / ACTIVE_EVERY) * MANY
  const enrol = (from: number, count: number, learner: Whole, each: number) =>
    fill(seeding, 'enrolments', count, {
      id: id('enrolments', sql`(${whole(from)} + n)`),
      user_id: id('users', learner),
      course_id: id(
        'courses',
        sql`(1 + (${skewed(learner, 41, sizes.courses)} + n % ${whole(each)} * 7) % ${whole(sizes.courses)})`,
      ),
      payment_status: sql`'closedpymnt'`,
      // One in five has run out.
      valid_until: sql`${whole(now)} + (case when n % 5 = 0 then -3 else 200 end) * cast(${whole(DAY)} as bigint)`,
      created_at: sql`${whole(now)} - (5 + ${scattered(n, 42, 160)}) * ${whole(DAY)}`,
    })
  await enrol(0, active, activeLearner(sql`(1 + (n - 1) / ${whole(MANY)})`), MANY)
  await enrol(active, Math.floor(sizes.learners / FEW) * FEW, sql`((1 + (n - 1) / ${whole(FEW)}) * 2)`, FEW)
}

/** The receipt of a payment of an order. The day is the same on all of them: a database cannot write it as we do. */
function receiptAt(now: number) {
  const sale = {
    invoice_number: 'LOAD/{order}',
    captured_at: now,
    amount_paise: 118_000,
    provider: 'sandbox',
    provider_payment_id: 'load-{order}',
    gst_percent: 18,
    buyer_state: null,
    title: '{title}',
    name: '{name}',
    email: '{email}',
    phone: '{phone}',
    country_code: '91',
    city: 'Kochi',
  }
  const seller = sellerOf({ SELLER_ADDRESS: 'MG Road | Kochi', SELLER_STATE: '32 Kerala' }, { name: 'Load', phone: '' })
  const blanks = {
    order: sql`cast(orders.id as text)`,
    title: sql`courses.title`,
    name: sql`users.name`,
    email: sql`users.email`,
    phone: sql`users.phone`,
  }
  return Object.entries(blanks).reduce(
    (text, [blank, value]) => sql`replace(${text}, ${sql.lit(`{${blank}}`)}, ${value})`,
    sql`${sql.lit(JSON.stringify(receiptOf(sale, seller)))}`,
  )
}

async function seedPayments(seeding: Seeding): Promise<void> {
  const { db, sizes, now, id } = seeding
  const enrolments = Math.ceil(sizes.learners / ACTIVE_EVERY) * MANY + sizes.learners
  const count = Math.floor(enrolments / PAID_EVERY)
  const made = { purchases: id('purchases', n), orders: id('payment_orders', n), payments: id('payments', n) }
  await inBatches(seeding, 'purchases', { count }, (from, to) =>
    sql`insert into purchases
      (id, user_id, course_id, price_paise, offer_paise, gst_percent, total_paise, payment_status, created_at)
      select ${made.purchases}, user_id, course_id, 100000, 100000, 18, 118000, 'closedpymnt', created_at
      from ${numbers(from, to)} as made
      join enrolments on enrolments.id = ${id('enrolments', sql`(n * ${whole(PAID_EVERY)})`)}`.execute(db),
  )
  await inBatches(seeding, 'payment_orders', { count }, (from, to) =>
    sql`insert into payment_orders
      (id, purchase_id, kind, amount_paise, receipt, provider, provider_order_id, status, check_at, created_at, paid_at)
      select ${made.orders}, id, 'purchase', 118000, 'load-' || id, 'sandbox', 'load-' || id, 'paid', created_at,
        created_at, created_at
      from ${numbers(from, to)} as made join purchases on purchases.id = ${made.purchases}`.execute(db),
  )
  await inBatches(seeding, 'payments', { count }, (from, to) =>
    sql`insert into payments (id, purchase_id, order_id, provider, provider_payment_id, amount_paise, status,
        invoice_number, captured_at, receipt)
      select ${made.payments}, purchase_id, orders.id, 'sandbox', 'load-' || orders.id, 118000, 'granted',
        'LOAD/' || orders.id, orders.created_at, ${receiptAt(now)}
      from ${numbers(from, to)} as made join payment_orders as orders on orders.id = ${made.orders}
      join purchases on purchases.id = purchase_id join users on users.id = user_id
      join courses on courses.id = course_id`.execute(db),
  )
}

async function seedProgress(seeding: Seeding): Promise<void> {
  const { db, sizes, now, id } = seeding
  const active = Math.ceil(sizes.learners / ACTIVE_EVERY)
  const chapter = sql`(enrolments.course_id - ${id('courses', whole(1))}) * ${whole(CHAPTERS)} + 1
    + (part.n * 3 + enrolments.id) % ${whole(CHAPTERS)}` as Whole
  const begin = (what: string, count: number, enrolment: Whole) =>
    inBatches(seeding, what, { count, each: BEGUN }, (from, to) =>
      sql`insert into chapter_progress (user_id, course_id, chapter_id, viewed_at, watched_at)
        select user_id, course_id, ${id('chapters', sql`(${chapter})`)}, created_at + part.n * ${whole(DAY)},
          case when part.n < 3 then created_at + part.n * ${whole(DAY)} end
        from ${numbers(from, to)} as made join enrolments on enrolments.id = ${id('enrolments', enrolment)}
        cross join ${numbers(0, BEGUN - 1)} as part`.execute(db),
    )
  const few = Math.floor(sizes.learners / PAID_EVERY)
  await begin('chapter_progress of the active', active * MANY, sql`made.n`)
  await begin('chapter_progress', few, sql`(${whole(active * MANY)} + made.n * ${whole(PAID_EVERY)})`)
  await fill(seeding, 'watch_days', active * DAYS_WATCHED, {
    user_id: id('users', activeLearner(sql`(1 + (n - 1) / ${whole(DAYS_WATCHED)})`)),
    day_at: sql`${whole(startOfIndianDay(now))} - (n % ${whole(DAYS_WATCHED)}) * ${whole(DAY)}`,
    watched_ms: sql`600000 + ${scattered(n, 51, 3_600_000)}`,
  })
  await fill(seeding, 'activity_log', sizes.learners, {
    user_id: id('users', n),
    kind: sql`'syllabus'`,
    target_id: id('courses', sql`(1 + ${skewed(n, 41, sizes.courses)})`),
    detail: sql`''`,
    created_at: sql`${whole(now)} - (1 + ${scattered(n, 52, 160)}) * ${whole(DAY)}`,
  })
}
