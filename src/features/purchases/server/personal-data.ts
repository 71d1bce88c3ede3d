import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'
import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'
import { ENDED_NAME } from '#features/auth/server/personal-data.ts'
import { buyerKeptUntil, paymentStatusWords } from '../purchases.rules.ts'
import { paymentStates, refundStates } from '../staff/money/money.rules.ts'
import type { PeriodKind } from './periods/access.rules.ts'

const periodWords = {
  payment: 'Your payment',
  sale: 'Payment outside the site',
  grant: 'Given without payment',
  extension: 'Extension',
  move: 'Moved from another course',
  earlier: 'Before this list was kept',
} satisfies Record<PeriodKind, string>

/** Courses that were bought or given. */
export const enrolmentsPart: PersonalPart = {
  tables: ['enrolments', 'access_periods'],
  lists: [
    {
      key: 'courses',
      title: 'Your courses',
      columns: {
        title: 'Course',
        payment_status: ['Payment', paymentStatusWords],
        created_at: ['Since', 'moment'],
        valid_until: ['Valid until', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('enrolments')
          .innerJoin('courses', 'courses.id', 'enrolments.course_id')
          .select(['courses.title', 'enrolments.payment_status', 'enrolments.created_at', 'enrolments.valid_until'])
          .where('enrolments.user_id', '=', userId)
          .orderBy('enrolments.id'),
    },
    {
      key: 'access_periods',
      title: 'What opened your courses',
      columns: {
        title: 'Course',
        kind: ['By', periodWords],
        days: 'Days',
        until: ['Until', 'moment'],
        given_at: ['When', 'moment'],
        revoked_at: ['Revoked', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('access_periods')
          .innerJoin('courses', 'courses.id', 'access_periods.course_id')
          .select([
            'courses.title',
            'access_periods.kind',
            'access_periods.days',
            'access_periods.until',
            'access_periods.given_at',
            'access_periods.revoked_at',
          ])
          .where('access_periods.user_id', '=', userId)
          .orderBy('access_periods.given_at')
          .orderBy('access_periods.id'),
    },
  ],
  goes: ['Your courses: you lose access to all of them, without a refund'],
  erase: (tx, person) => deleteRows(tx, person, ['enrolments', 'access_periods']),
}

/** The state that a learner named for their tax invoices; what invoices say stays with them. */
export const billingPart: PersonalPart = {
  tables: ['billing_addresses'],
  lists: [
    {
      key: 'billing',
      title: 'Your state for tax invoices',
      columns: { state: 'GST code', changed_at: ['Since', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('billing_addresses').select(['state', 'changed_at']).where('user_id', '=', userId),
    },
  ],
  erase: (tx, person) => deleteRows(tx, person, ['billing_addresses']),
}

/** Purchases and payments: the books of the centre, which it must be able to show (docs/decisions/0019-the-end-of-an-account.md). */
export const paymentsPart: PersonalPart = {
  tables: ['purchases', 'payment_orders', 'payments', 'payment_refunds', 'payment_events'],
  lists: [
    {
      key: 'purchases',
      title: 'Your purchases',
      columns: {
        id: 'Transaction',
        course: 'Course',
        offer_paise: ['Price before GST', 'paise'],
        total_paise: ['Price with GST', 'paise'],
        payment_status: ['Payment', paymentStatusWords],
        sale_staff: 'Sales representative',
        created_at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('purchases')
          .innerJoin('courses', 'courses.id', 'purchases.course_id')
          .select([
            'purchases.id',
            'courses.title as course',
            'purchases.offer_paise',
            'purchases.total_paise',
            'purchases.payment_status',
            'purchases.sale_staff',
            'purchases.created_at',
          ])
          .where('purchases.user_id', '=', userId)
          .orderBy('purchases.id'),
    },
    {
      key: 'payments',
      title: 'Your payments',
      columns: {
        purchase_id: 'Transaction',
        provider_payment_id: 'Reference',
        amount_paise: ['Amount', 'paise'],
        status: ['State', paymentStates],
        invoice_number: 'Receipt',
        captured_at: ['When', 'moment'],
        valid_until: ['Course open until', 'moment'],
        receipt: ['What the receipt says', 'json'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('payments')
          .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
          .select([
            'payments.purchase_id',
            'payments.provider_payment_id',
            'payments.amount_paise',
            'payments.status',
            'payments.invoice_number',
            'payments.captured_at',
            'payments.valid_until',
            'payments.receipt',
          ])
          .where('purchases.user_id', '=', userId)
          .orderBy('payments.id'),
    },
    {
      key: 'refunds',
      title: 'What went back of your payments',
      columns: {
        purchase_id: 'Transaction',
        amount_paise: ['Amount', 'paise'],
        status: ['State', refundStates],
        created_at: ['Asked for', 'moment'],
        ended_at: ['Ended', 'moment'],
        credit_note: ['What the credit note says', 'json'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('payment_refunds')
          .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
          .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
          .select([
            'payments.purchase_id',
            'payment_refunds.amount_paise',
            'payment_refunds.status',
            'payment_refunds.created_at',
            'payment_refunds.ended_at',
            'payment_refunds.credit_note',
          ])
          .where('purchases.user_id', '=', userId)
          .orderBy('payment_refunds.id'),
    },
  ],
  stays: [
    'Invoices and payments, as tax law requires, until six years after the year’s return is due: with your name and city and the last two digits of your phone number, without your email',
  ],
  erase: async (tx, { id, phone }) => {
    const paid = await tx
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .innerJoin('users', 'users.id', 'purchases.user_id')
      .select([
        'payments.id',
        'payments.purchase_id',
        'payments.provider',
        'payments.captured_at',
        'payments.receipt',
        'users.name',
        'users.city',
      ])
      .where('purchases.user_id', '=', id)
      .where('payments.invoice_number', 'is not', null)
      .orderBy('payments.captured_at')
      .execute()
    // Ordered by time, so the last payment of a purchase decides how long.
    for (const { receipt: stored, name, city, ...payment } of paid) {
      const receipt = stored === null ? undefined : readStored(receiptWithBuyer, stored, 'A receipt')
      const buyerless = stored === null ? undefined : { ...readStored(anything, stored, 'A receipt'), buyer: null }
      // As the receipt names them. Of an account that has ended before, it is kept already.
      const buyer = receipt ? receipt.buyer : name === ENDED_NAME ? null : { name, city, phone }
      if (!buyer) continue
      if (receipt) {
        await tx
          .updateTable('payments')
          .set({ receipt: JSON.stringify(buyerless) })
          .where('id', '=', payment.id)
          .execute()
      }
      // Play money is no business.
      if (payment.provider === 'sandbox') continue
      await tx
        .updateTable('purchases')
        .set({
          buyer: JSON.stringify({ name: buyer.name, city: buyer.city, phone: `…${buyer.phone.slice(-2)}` }),
          buyer_until: buyerKeptUntil(payment.captured_at),
        })
        .where('id', '=', payment.purchase_id)
        .execute()
    }
  },
  expire: async (db, now) => {
    await db.updateTable('purchases').set({ buyer: null, buyer_until: null }).where('buyer_until', '<=', now).execute()
  },
}

/** What a stored receipt says of its buyer (`receipt.rules.ts` of the purchases). */
const receiptWithBuyer = z.object({
  buyer: z.nullable(z.object({ name: z.string(), city: z.nullable(z.string()), phone: z.string() })),
})

/** Whatever else stands there stays, in its order. */
const anything = z.record(z.string(), z.unknown())
