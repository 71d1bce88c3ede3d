import type { LearnerContext } from '#api/context.ts'
import { indianDate } from '#lib/clock.ts'
import { notFound } from '#lib/errors.ts'
import { rupees } from '#lib/money.ts'
import { amountInWords } from '../amount-in-words.rules.ts'
import type { Invoice } from '../purchases.contract.ts'
import { taxSplit } from '../purchases.rules.ts'

/** Service accounting code of commercial training and coaching. */
const SAC = '999293'

const paymentModes: Record<string, string> = {
  desk: 'Paid at the office',
  sandbox: 'Sandbox: no money moved',
}

/**
 * The GST tax invoice of a payment that was kept. The place of supply of a service to an unregistered learner whose
 * address is not on record is the seller's own state (IGST Act, section 12(2)(b)(ii)), so the tax is CGST and SGST.
 * @throws notFound when it is not the learner's payment
 */
export async function getInvoice(
  ctx: LearnerContext,
  { params }: { params: { paymentId: number } },
): Promise<{ status: boolean; data: Invoice }> {
  const { config } = ctx
  const row = await ctx.db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('payments.id', '=', params.paymentId)
    .where('purchases.user_id', '=', ctx.user.id)
    .where('payments.status', '=', 'granted')
    .select([
      'payments.invoice_number',
      'payments.captured_at',
      'payments.amount_paise',
      'payments.provider',
      'payments.provider_payment_id',
      'purchases.gst_percent',
      'courses.title',
      'users.name',
      'users.email',
      'users.phone',
      'users.country_code',
      'users.city',
    ])
    .executeTakeFirst()
  if (!row || row.invoice_number === null) throw notFound('There is no such receipt')
  const site = await ctx.site()
  const { taxable, cgst, sgst } = taxSplit(row.amount_paise, row.gst_percent)
  const half = row.gst_percent / 2
  return {
    status: true,
    data: {
      number: row.invoice_number,
      date: indianDate(row.captured_at),
      seller: {
        name: config.SELLER_NAME ?? site.name,
        lines: [...(config.SELLER_ADDRESS ?? '').split(/\s*\|\s*/).filter(Boolean), site.phone].filter(Boolean),
        gstin: config.SELLER_GSTIN ?? null,
      },
      buyer: {
        name: row.name ?? '',
        lines: [row.city, `+${row.country_code} ${row.phone}`, row.email].filter((line) => line !== null),
        gstin: null,
      },
      place_of_supply: config.SELLER_STATE,
      description: row.title,
      sac: SAC,
      taxable_value: rupees(taxable),
      taxes: [
        { name: 'CGST', percent: half, amount: rupees(cgst) },
        { name: 'SGST', percent: half, amount: rupees(sgst) },
      ],
      total: rupees(row.amount_paise),
      total_in_words: amountInWords(row.amount_paise),
      acc_ref_id: row.provider_payment_id,
      payment_mode: paymentModes[row.provider] ?? 'Online payment',
    },
  }
}
