import type { Generated } from 'kysely'

/** The embedded sandbox's own books (src/providers/payment/sandbox). */
export interface SandboxOrdersTable {
  id: string
  receipt: string
  amount_paise: number
  description: string
  created_at: number
}

export interface SandboxPaymentsTable {
  id: string
  order_id: string
  amount_paise: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  error: string | null
  captures_at: number | null
  refund_id: string | null
  created_at: number
}

export interface SandboxRefundsTable {
  key: string
  id: string
  payment_id: string
  amount_paise: number
}

export interface SandboxWebhooksTable {
  id: Generated<number>
  event_id: string
  body: string
  /** When it is sent (again); null once it was taken, or given up. */
  due_at: number | null
  tries: Generated<number>
}

declare module '#db/database.ts' {
  interface Database {
    sandbox_orders: SandboxOrdersTable
    sandbox_payments: SandboxPaymentsTable
    sandbox_refunds: SandboxRefundsTable
    sandbox_webhooks: SandboxWebhooksTable
  }
}
