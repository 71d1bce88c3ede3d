import { sql, type RawBuilder } from 'kysely'
import type { Db, Engine } from '#db/database.ts'
import { findLearnerIds } from '#features/auth/staff/server/find-learners.ts'
import { readWords, type Search } from '#features/auth/staff/server/read-words.ts'
import { visibleSearch } from '#features/auth/staff/server/visible-search.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { referenceKey } from '../../reference.rules.ts'

/** A search in lists of money: a number of one row, or the learners that the words find. */
export interface MoneyWords extends Pick<Search, 'row' | 'number'> {
  /** Desk payments with this reference, however it is written. */
  reference: string
  learners: number[]
}

/**
 * Reads a search in lists of money: 'payment 7', 'transaction 7', an invoice or credit-note number, a reference, or words that
 * find learners.
 * @returns undefined without words
 * @throws invalid naming `words` when fewer than two letters and digits were typed
 */
export async function readMoneyWords(
  db: Db,
  engine: Engine,
  { words, roles }: { words: string | undefined; roles: readonly StaffRole[] },
): Promise<MoneyWords | undefined> {
  if (words === undefined || words.trim() === '') return undefined
  const search = visibleSearch(readWords(words), roles)
  const { row, number, text } = search
  const learners = row ? [] : await findLearnerIds(db, engine, search)
  return { row, number, reference: row ? '' : referenceKey(text), learners }
}

type Condition = RawBuilder<boolean>

const anyOf = (conditions: (Condition | false | undefined)[]): Condition => {
  const given = conditions.filter((condition) => condition !== undefined && condition !== false)
  return given.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(given, sql` or `)})`
}

const isOf = (learners: number[]) => learners.length > 0 && sql<boolean>`purchases.user_id in (${sql.join(learners)})`

const isReference = (reference: string) =>
  reference !== '' && sql<boolean>`(payments.provider = 'desk' and payments.reference_key = ${reference})`

/** Numbers of invoices and credit notes are in capitals. */
const isNumbered = (column: string, number: string) => sql<boolean>`${sql.ref(column)} = ${number.toUpperCase()}`

// Uncorrelated, so that each is read once and not for every row.
const hasRefund = (condition: Condition) =>
  sql<boolean>`payments.id in (select found.payment_id from payment_refunds as found where ${condition})`

const hasPayment = (condition: Condition) =>
  sql<boolean>`orders.id in (select payments.order_id from payments where ${condition})`

/** Whether a row of `payments` with its `purchases` fits a search. */
export function isFound({ row, number, reference, learners }: MoneyWords): Condition {
  if (row?.of === 'payment') return sql<boolean>`payments.id = ${row.id}`
  if (row?.of === 'order') return sql<boolean>`payments.order_id = ${row.id}`
  if (row?.of === 'refund') return hasRefund(sql<boolean>`found.id = ${row.id}`)
  if (row?.of === 'transaction') return sql<boolean>`purchases.id = ${row.id}`
  return anyOf([
    isOf(learners),
    isReference(reference),
    ...(number === undefined
      ? []
      : [
          isNumbered('payments.invoice_number', number),
          sql<boolean>`payments.provider_payment_id = ${number}`,
          hasRefund(isNumbered('found.credit_note_number', number)),
        ]),
  ])
}

/** Whether a row of `refunds` with its `payments` and `purchases` fits a search. */
export function isFoundRefund(words: MoneyWords): Condition {
  const { row, number } = words
  if (row?.of === 'refund') return sql<boolean>`refunds.id = ${row.id}`
  if (row || number === undefined) return isFound(words)
  return anyOf([
    isOf(words.learners),
    isReference(words.reference),
    isNumbered('refunds.credit_note_number', number),
    isNumbered('payments.invoice_number', number),
    sql<boolean>`payments.provider_payment_id = ${number}`,
    sql<boolean>`refunds.provider_refund_id = ${number}`,
  ])
}

/** Whether a row of `orders` with its `purchases` fits a search. */
export function isFoundOrder(words: MoneyWords): Condition {
  const { row, number, learners } = words
  if (row?.of === 'order') return sql<boolean>`orders.id = ${row.id}`
  if (row?.of === 'transaction') return sql<boolean>`purchases.id = ${row.id}`
  if (row) return hasPayment(isFound(words))
  return anyOf([
    isOf(learners),
    ...(number === undefined
      ? []
      : [
          sql<boolean>`orders.provider_order_id = ${number}`,
          sql<boolean>`orders.receipt = ${number}`,
          hasPayment(isFound({ ...words, learners: [], reference: '' })),
        ]),
  ])
}
