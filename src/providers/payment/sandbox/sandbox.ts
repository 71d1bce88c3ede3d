import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/database.ts'
import { keepFact } from '#db/meta.ts'
import { SECOND, type Clock } from '#lib/both/time/clock.ts'
import { BadWebhook, PaymentProviderError, type PaymentProvider } from '../payment-provider.ts'
import { eventOf, paymentOf, signedWith } from '../wire.ts'
import { sandboxBooks, type SandboxBooks } from './books.ts'
import { sendWebhooks } from './webhooks.ts'

export interface SandboxSettings {
  db: Kysely<Database>
  now: Clock
  log: Logger
  /** Path of the server that takes webhooks. */
  webhookPath: string
}

/** The sandbox, and what its own page needs of it. */
export interface Sandbox extends PaymentProvider {
  books: SandboxBooks
  secret: () => Promise<string>
}

/** Where the secret stands in `meta`. */
const secretKey = 'payment-sandbox-secret'

type StoredPayment = NonNullable<Awaited<ReturnType<SandboxBooks['payment']>>>

/** A payment as the provider's calls and webhooks write it. */
export function wireOf(payment: StoredPayment) {
  return {
    id: payment.id,
    entity: 'payment',
    order_id: payment.order_id,
    amount: payment.amount_paise,
    currency: payment.currency,
    status: payment.status,
    error_description: payment.error,
    amount_refunded: payment.refunded_paise,
    created_at: Math.floor(payment.created_at / SECOND),
  }
}

const read = (payment: StoredPayment) => paymentOf(wireOf(payment))

/**
 * A payment provider inside this server that takes no money: orders, payments, signatures, a hosted page and webhooks like
 * a real one's. Its books are its own; the product learns of them only through the port.
 */
export function sandbox({ db, now, log, webhookPath }: SandboxSettings): Sandbox {
  const books = sandboxBooks(db, now)
  let reading: Promise<string> | undefined
  const secret = () => {
    reading ??= readSecret(db).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  const missing = (id: string) => new PaymentProviderError(`the sandbox does not know ${id}`, false)
  return {
    books,
    secret,
    name: 'sandbox',
    label: 'Payment Sandbox',
    checkout: { script: '/sandbox/checkout.js', global: 'SandboxCheckout', key: 'sandbox' },
    createOrder: ({ receipt, amountPaise, notes }) => books.createOrder(receipt, amountPaise, notes.course ?? ''),
    verifySignature: async (orderId, paymentId, signature) =>
      signedWith(await secret(), Buffer.from(`${orderId}|${paymentId}`), signature),
    fetchPayment: async (id) => {
      const payment = await books.payment(id)
      return payment && read(payment)
    },
    paymentsOf: async (orderId) => (await books.paymentsOf(orderId)).map(read),
    capture: async ({ id }) => {
      const payment = await books.capture(id)
      if (!payment) throw missing(id)
      return read(payment)
    },
    refund: async (paymentId, amountPaise, key) => {
      const id = await books.refund(paymentId, amountPaise, key)
      if (!id) throw new PaymentProviderError(`the sandbox has no such money of ${paymentId} to send back`, false)
      return { id, status: 'processed' }
    },
    readWebhook: async (body, headers) => {
      if (!signedWith(await secret(), body, headers.get('x-sandbox-signature') ?? '')) {
        throw new BadWebhook('The signature is wrong')
      }
      const id = headers.get('x-sandbox-event-id')
      if (!id) throw new BadWebhook('The event has no id')
      return eventOf(id, body)
    },
    listening: (origin) => sendWebhooks({ db, now, log }, `${origin}${webhookPath}`, secret),
  }
}

/** Whether payments go through the sandbox. */
export function isSandbox(provider: PaymentProvider): provider is Sandbox {
  return provider.name === 'sandbox' && 'books' in provider
}

/** Made once, and the same for every process of the same data. */
async function readSecret(db: Kysely<Database>): Promise<string> {
  return keepFact(db, secretKey, randomBytes(32).toString('hex'))
}
