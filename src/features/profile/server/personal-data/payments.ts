import { buyerKeptUntil } from '../../profile.rules.ts'
import { ENDED_NAME } from './account.ts'
import type { PersonalPart } from './part.ts'

/** Purchases and payments: the books of the centre, which it must be able to show (docs/decisions/0019-the-end-of-an-account.md). */
export const paymentsPart: PersonalPart = {
  tables: ['purchases', 'payment_orders', 'payments', 'payment_events'],
  lists: [
    {
      key: 'purchases',
      title: 'Your purchases',
      columns: {
        id: 'Transaction',
        course: 'Course',
        offer_paise: ['Price before GST', 'paise'],
        total_paise: ['Price with GST', 'paise'],
        payment_status: 'Payment',
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
        status: 'State',
        invoice_number: 'Receipt',
        captured_at: ['When', 'moment'],
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
          ])
          .where('purchases.user_id', '=', userId)
          .orderBy('payments.id'),
    },
  ],
  stays: [
    'Invoices and payments, as tax law asks, until six years after the year’s return is due: with your name and city and the last two digits of your phone number, without your email',
  ],
  erase: async (tx, { id, phone }) => {
    const paid = await tx
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
      .innerJoin('users', 'users.id', 'purchases.user_id')
      .select(['purchases.id', 'users.name', 'users.city', 'payments.captured_at'])
      .where('purchases.user_id', '=', id)
      // Of an account that has ended before, it is kept already.
      .where('users.name', '!=', ENDED_NAME)
      .where('payments.invoice_number', 'is not', null)
      // Play money is no business.
      .where('payments.provider', '!=', 'sandbox')
      .orderBy('payments.captured_at')
      .execute()
    // Ordered by time, so the last payment of a purchase decides how long.
    for (const { id: purchaseId, name, city, captured_at } of paid) {
      await tx
        .updateTable('purchases')
        .set({
          buyer: JSON.stringify({ name, city, phone: `…${phone.slice(-2)}` }),
          buyer_until: buyerKeptUntil(captured_at),
        })
        .where('id', '=', purchaseId)
        .execute()
    }
  },
}
