import { changeContent, type FieldsOf } from '#core/content/change-content.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { chargedPrices, notePastPrices } from '../../../server/past-prices.ts'
import { agreedPrice } from '../../../purchases.rules.ts'
import type { changePrice as contract } from '../prices.contract.ts'

const fields = {
  price_paise: 'price',
  offer_price_paise: 'offer_price',
  gst_percent: 'gst',
  validity_days: 'validity_days',
} as const satisfies FieldsOf<'price'>

/**
 * Changes what a course costs. What it cost before is noted where that is another sum, so that an order under way can be
 * paid for a day more, as after an import.
 * @throws notFound; conflict of a course that is no longer among the content; conflict `edited`
 */
export async function changePrice(
  { db, work }: StaffContext,
  { body: { id, version, ...price } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { key, retired } = await storedCourse(db, id)
  if (retired !== 0) throw conflict('This course is no longer among the content: it is not sold.', 'conflict')
  const act = work()
  const changed = await changeContent(db, act, {
    ...{ kind: 'price', key, fields, version, action: 'price changed', subject: `course ${id}` },
    read: async (tx) => {
      const { price_paise, offer_price_paise, gst_percent, validity_days } = await storedCourse(tx, id)
      return { price_paise, offer_price_paise, gst_percent, validity_days }
    },
    write: async (tx) => {
      const before = await chargedPrices(tx)
      await tx.updateTable('courses').set(price).where('id', '=', id).execute()
      await notePastPrices(tx, before, act.now)
    },
  })
  const { total_paise } = agreedPrice(price)
  const message = total_paise === 0 ? 'The course is free now' : `Learners pay ${formatInr(total_paise)} now`
  return { status: true, success: true, message, version: changed.version }
}

/** @throws notFound */
async function storedCourse(db: Db, id: number) {
  const course = await db
    .selectFrom('courses')
    .select(['key', 'retired', 'price_paise', 'offer_price_paise', 'gst_percent', 'validity_days'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!course) throw notFound('There is no such course')
  return course
}
