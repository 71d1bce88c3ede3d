import type { Config } from '#core/config.ts'
import { paths } from '#lib/both/paths.ts'

/** What tells the payments of a purchase apart. */
interface KeptPayment {
  id: number
  status: string
  /** Of its order; null of money that was taken elsewhere. */
  kind: 'purchase' | 'renewal' | null
}

/**
 * The ids of the payments that extended a course. Money that was taken elsewhere has no order to say so: the first of it that
 * was kept bought the course.
 * @param payments of one purchase, in any order
 */
export function renewalsAmong(payments: KeptPayment[]): Set<number> {
  const kept = payments.filter(({ status }) => status === 'granted')
  const first = Math.min(...kept.map(({ id }) => id))
  return new Set(
    payments
      .filter(({ id, kind, status }) => kind === 'renewal' || (kind === null && status === 'granted' && id !== first))
      .map(({ id }) => id),
  )
}

/** The operator's own invoice page where there is one, ours otherwise. */
export function receiptUrl({ ADMIN_PORTAL_URL: portal }: Config, transactionId: number, paymentId: number): string {
  return portal ? `${portal.replace(/\/$/, '')}/invoice/${paymentId}` : paths.receipt(transactionId, paymentId)
}
