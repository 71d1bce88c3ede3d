import type { Role } from '#core/context.ts'
import { DAY, HOUR, indianDate } from '#lib/both/time/clock.ts'
import type { Pack } from '../../pack.ts'
import { countChangesOfWriter } from '#features/discussions/server/panel-changes.ts'
import { nextSerial } from '#features/purchases/receipts/server/next-serial.ts'
import { holdEnrolment } from '#features/purchases/server/periods/change-access.ts'
import { agreedPrice, financialYear, invoiceNumber } from '#features/purchases/purchases.rules.ts'
import { referenceKey } from '#features/purchases/reference.rules.ts'
import { receiptOf, type Seller } from '#features/purchases/receipts/receipt.rules.ts'
import { stateTyped } from '#lib/both/gst-states.ts'
import { billingState } from '#features/purchases/receipts/server/billing-state.ts'
import { importStudy } from '../course/import-study.ts'
import type { TicketEntry } from '../../schemas/learning-schemas.ts'
import { paise } from '../../schemas/schemas.ts'
import { idOf, type Tx } from '../sync.ts'
import { resolveTime } from '../../times.ts'

/**
 * Creates the learners that do not exist yet, with what they bought, watched and asked. Of one who exists a role that the
 * pack names is set, and courses that they do not have are added; all else is left alone, so that importing again never
 * overwrites what a learner did.
 * @returns how many were created, and what is new for each of the others, a line each
 */
export async function importLearners(
  tx: Tx,
  pack: Pack,
  {
    courseIds,
    chapterIds,
    seller,
    now,
  }: { courseIds: Map<string, number>; chapterIds: Map<string, number>; seller: Seller | undefined; now: number },
): Promise<{ created: number; changed: string[] }> {
  let created = 0
  const changed: string[] = []
  for (const learner of pack.learners) {
    const user = await tx
      .insertInto('users')
      .values({
        country_code: learner.country_code,
        phone: learner.phone,
        name: learner.name ?? null,
        email: learner.email ?? null,
        birthday: learner.birthday ?? null,
        city: learner.city ?? null,
        role: learner.role ?? 'learner',
        registration_completed: learner.registration_completed ? 1 : 0,
        verified_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['country_code', 'phone']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const known = user ? undefined : await knownLearner(tx, learner)
    const userId = user?.id ?? known!.id
    const news = known ? await newRole(tx, known, learner) : []
    if (user) {
      created += 1
      await billingState(tx, now, { userId, given: stateTyped(learner.state ?? '') })
      await importStudy(tx, learner, userId, now)
      for (const ticket of learner.tickets ?? []) await importTicket(tx, ticket, { userId, courseIds, now })
    }
    for (const purchase of learner.purchases ?? []) {
      const courseId = idOf(courseIds, purchase.course)
      const validUntil = resolveTime(purchase.valid_until, now)
      const validity = (pack.courses.find(({ key }) => key === purchase.course)?.validity_days ?? 0) * DAY
      const boughtAt = Math.min(now, validUntil - (purchase.renewed ? 2 : 1) * validity)
      const enrolled = await tx
        .insertInto('enrolments')
        .values({
          user_id: userId,
          course_id: courseId,
          payment_status: purchase.payment_status,
          renewal_paise: paise(purchase.renewal_amount),
          valid_until: validUntil,
          created_at: boughtAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!enrolled) continue
      news.push(`course ${purchase.course} until ${indianDate(validUntil)}`)
      await importPurchase(tx, pack, purchase, {
        userId,
        learner,
        courseId,
        seller,
        at: boughtAt,
        until: validUntil - (purchase.renewed ? validity : 0),
        renewal: purchase.renewed && {
          amount_paise: paise(purchase.renewed.amount),
          at: Math.min(now, resolveTime(purchase.renewed.at, now)),
          until: validUntil,
        },
      })
      await holdEnrolment(tx, { userId, courseId }, now)
      const watched = (purchase.watched ?? []).map((chapter, index, { length }) => {
        // One after the other, so that the last of the list is the one to go on from.
        const instant = Math.min(now, validUntil) - (length - 1 - index) * HOUR
        return {
          user_id: userId,
          course_id: courseId,
          chapter_id: idOf(chapterIds, `${courseId}/${chapter}`),
          viewed_at: instant,
          watched_at: instant,
        }
      })
      if (watched.length > 0)
        await tx
          .insertInto('chapter_progress')
          .values(watched)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    }
    if (known && news.length > 0) changed.push(`+${learner.country_code} ${learner.phone}: ${news.join('; ')}`)
  }
  return { created, changed }
}

type Learner = Pack['learners'][number]

function knownLearner(tx: Tx, { country_code, phone }: Learner) {
  return tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('country_code', '=', country_code)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
}

/** Sets the role that the pack names. @returns what changed, if anything did */
async function newRole(tx: Tx, { id, role: before }: { id: number; role: Role }, { role }: Learner): Promise<string[]> {
  if (role === undefined || role === before) return []
  await tx.updateTable('users').set({ role }).where('id', '=', id).execute()
  await countChangesOfWriter(tx, id)
  return [`role ${before} -> ${role}`]
}
type Purchase = NonNullable<Learner['purchases']>[number]

interface Sale {
  userId: number
  learner: Learner
  courseId: number
  seller: Seller | undefined
  at: number
  /** Until when the course is open by it. */
  until: number
  /** What was paid later, so that the course stayed open. */
  renewal: { amount_paise: number; at: number; until: number } | undefined
}

/** The sale behind a demo learner's course: what was paid at the office, and what is left to pay. */
async function importPurchase(
  tx: Tx,
  pack: Pack,
  purchase: Purchase,
  { userId, learner, courseId, seller, at, until, renewal }: Sale,
): Promise<void> {
  const course = pack.courses.find(({ key }) => key === purchase.course)!
  const agreed = agreedPrice({
    price_paise: paise(course.price),
    offer_price_paise: course.offer_price === undefined ? null : paise(course.offer_price),
    gst_percent: course.gst,
  })
  const partly = purchase.payment_status === 'partialpymnt'
  const { id } = await tx
    .insertInto('purchases')
    .values({
      user_id: userId,
      course_id: courseId,
      ...agreed,
      payment_status: purchase.payment_status,
      sale_staff: purchase.sale_staff ?? null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Of a part that was paid without a renewal to come, the content does not tell; it was half.
  const owed = partly ? paise(purchase.renewal_amount) || Math.floor(agreed.total_paise / 2) : 0
  const first = Math.max(100, agreed.total_paise - owed - (renewal?.amount_paise ?? 0))
  const { name = null, email = null, city = null, phone, country_code } = learner
  const buyer_state = await billingState(tx, at, { userId, given: undefined })
  const { title, gst: gst_percent } = course
  // The renewal after the first payment, as their ids tell them apart.
  for (const paid of [{ amount_paise: first, at, until }, ...(renewal ? [renewal] : [])]) {
    const year = financialYear(paid.at)
    const payment = {
      provider: 'desk',
      provider_payment_id: paid === renewal ? `desk-${id}-renewal` : `desk-${id}`,
      amount_paise: paid.amount_paise,
      invoice_number: invoiceNumber(year, await nextSerial(tx, year), false),
      captured_at: paid.at,
      buyer_state,
    }
    const sale = { ...payment, gst_percent, title, name, email, city, phone, country_code }
    await tx
      .insertInto('payments')
      .values({
        ...payment,
        purchase_id: id,
        order_id: null,
        status: 'granted',
        reason: null,
        refund_id: null,
        refund_at: null,
        valid_until: paid.until,
        reference_key: referenceKey(payment.provider_payment_id),
        receipt: seller ? JSON.stringify(receiptOf(sale, seller)) : null,
      })
      .execute()
  }
}

/** What a demo learner asked and was answered. None of it lies in the future. */
async function importTicket(
  tx: Tx,
  ticket: TicketEntry,
  { userId, courseIds, now }: { userId: number; courseIds: Map<string, number>; now: number },
): Promise<void> {
  const messages = ticket.messages.map(({ by, at, text }) => ({
    mode: by === undefined ? ('user' as const) : ('staff' as const),
    staff_name: by ?? null,
    body: text,
    attachment: null,
    request_key: null,
    created_at: Math.min(resolveTime(at, now), now),
  }))
  const { id } = await tx
    .insertInto('tickets')
    .values({
      user_id: userId,
      category_id: ticket.category,
      course_id: ticket.course === undefined ? null : idOf(courseIds, ticket.course),
      title: ticket.title,
      mode: ticket.closed ? 'closed' : 'open',
      request_key: null,
      created_at: messages[0]!.created_at,
      closed_at: ticket.closed ? messages.at(-1)!.created_at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // One after the other, as their ids tell their order.
  for (const message of messages)
    await tx
      .insertInto('ticket_messages')
      .values({ ticket_id: id, ...message })
      .execute()
}
