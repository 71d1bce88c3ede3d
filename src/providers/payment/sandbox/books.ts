import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import { SECOND, type Clock } from '#lib/both/time/clock.ts'

/** What a developer chooses on the sandbox's page. */
export interface Choice {
  /** 'late': the bank lets wait, and the money comes after `delay` seconds. 'hold': it is held until it is captured. */
  outcome: 'success' | 'failure' | 'late' | 'hold'
  /** How the webhook comes. */
  webhook: 'now' | 'late' | 'twice' | 'never'
  /** Seconds. */
  delay: number
  /** Another amount than the order's is taken. */
  amount: 'right' | 'wrong'
}

type Payment = Selectable<Database['sandbox_payments']> & { refunded_paise: number }

const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`

/** The sandbox's own orders, payments and webhooks that are to be sent. */
export function sandboxBooks(db: Kysely<Database>, now: Clock) {
  /** The same receipt gives the same order. */
  const createOrder = async (receipt: string, amountPaise: number, description: string): Promise<string> => {
    await db
      .insertInto('sandbox_orders')
      .values({ id: newId('order'), receipt, amount_paise: amountPaise, description, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await db
      .selectFrom('sandbox_orders')
      .select('id')
      .where('receipt', '=', receipt)
      .executeTakeFirstOrThrow()
    return id
  }

  const order = (id: string) => db.selectFrom('sandbox_orders').selectAll().where('id', '=', id).executeTakeFirst()

  const payments = () =>
    db
      .selectFrom('sandbox_payments')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('sandbox_refunds')
          .whereRef('payment_id', '=', 'sandbox_payments.id')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('sandbox_refunds.amount_paise'), sql.lit(0)).as('paise'))
          .as('refunded_paise'),
      )
      .$castTo<Payment>()

  /** A bank that let wait has paid by now. */
  const current = (payment: Payment): Payment =>
    payment.status === 'created' && payment.captures_at !== null && payment.captures_at <= now()
      ? { ...payment, status: 'captured' }
      : payment

  const payment = async (id: string) => {
    const found = await payments().where('id', '=', id).executeTakeFirst()
    return found && current(found)
  }

  const paymentsOf = async (orderId: string) => {
    const found = await payments().where('order_id', '=', orderId).orderBy('created_at').orderBy('id').execute()
    return found.map(current)
  }

  /** One order takes many attempts and one success. @returns undefined when the order is paid or about to be */
  const pay = async (orderId: string, { outcome, delay, amount }: Choice): Promise<Payment | undefined> => {
    const paid = await order(orderId)
    if (!paid) return undefined
    const before = await paymentsOf(orderId)
    if (before.some(({ status }) => status !== 'failed')) return undefined
    const status = ({ success: 'captured', failure: 'failed', late: 'created', hold: 'authorized' } as const)[outcome]
    const made = await db
      .insertInto('sandbox_payments')
      .values({
        id: newId('pay'),
        order_id: orderId,
        amount_paise: amount === 'right' ? paid.amount_paise : Math.floor(paid.amount_paise / 2),
        currency: 'INR',
        status,
        error: outcome === 'failure' ? 'The card was declined by the bank.' : null,
        captures_at: outcome === 'late' ? now() + delay * SECOND : null,
        refund_id: null,
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...made, refunded_paise: 0 }
  }

  const capture = async (id: string) => {
    await db
      .updateTable('sandbox_payments')
      .set({ status: 'captured' })
      .where('id', '=', id)
      .where('status', '=', 'authorized')
      .execute()
    return payment(id)
  }

  /** @returns the refund's id, always the same of a key; undefined where so much of the payment is not there */
  const refund = (id: string, amountPaise: number, key: string): Promise<string | undefined> =>
    db.transaction().execute(async (tx) => {
      // Of one payment one refund after the other.
      const paid = await tx
        .updateTable('sandbox_payments')
        .set(({ ref }) => ({ currency: ref('currency') }))
        .where('id', '=', id)
        .returning(['amount_paise', 'status', 'refund_id'])
        .executeTakeFirst()
      const before = await tx.selectFrom('sandbox_refunds').selectAll().where('payment_id', '=', id).execute()
      const known = before.find((refunded) => refunded.key === key)
      if (!paid || known) return known?.id
      // One from before refunds had a book.
      if (paid.refund_id !== null && before.length === 0) return paid.refund_id
      const left = paid.amount_paise - before.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
      if (paid.status === 'failed' || amountPaise > left) return undefined
      const made = newId('rfnd')
      await tx
        .insertInto('sandbox_refunds')
        .values({ key, id: made, payment_id: id, amount_paise: amountPaise })
        .execute()
      if (amountPaise === left)
        await tx
          .updateTable('sandbox_payments')
          .set({ status: 'refunded', refund_id: made })
          .where('id', '=', id)
          .execute()
      return made
    })

  return { createOrder, order, payment, paymentsOf, pay, capture, refund }
}

export type SandboxBooks = ReturnType<typeof sandboxBooks>
