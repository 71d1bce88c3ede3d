import { SECOND } from '#lib/both/time/clock.ts'
import { siteColor } from '#lib/browser/site.ts'
import { trustedScript } from '#lib/both/trusted.ts'
import type { Checkout } from './purchases.contract.ts'

/** What the provider's window tells. After a failed try it stays open, and anything may follow. */
export interface CheckoutEvents {
  paid: (payment: { id: string; signature: string | undefined }) => void
  declined: () => void
  dismissed: () => void
}

/** The provider's script did not come, or is not what it should be. */
export class ScriptFailed extends Error {
  override name = 'ScriptFailed'
}

/** How long the script may take. */
const PATIENCE = 20 * SECOND

interface Window {
  on: (name: 'payment.failed', listener: () => void) => void
  open: () => void
}

type Provider = new (options: object) => Window

const loading = new Map<string, Promise<void>>()

/**
 * Opens the provider's checkout for an order.
 * @returns once the window is asked to open
 * @throws ScriptFailed
 */
export async function openCheckout(checkout: Checkout, orderId: string, events: CheckoutEvents): Promise<void> {
  await loadScript(checkout.script)
  const Provider = (globalThis as unknown as Record<string, Provider | undefined>)[checkout.global]
  if (typeof Provider !== 'function') {
    loading.delete(checkout.script)
    throw new ScriptFailed(checkout.script)
  }
  const { key, amount, currency, name, description, prefill } = checkout
  const shown = new Provider({
    key,
    amount,
    currency,
    name,
    description,
    order_id: orderId,
    prefill,
    // Billing details come from the account.
    readonly: { name: true, email: true, contact: true },
    theme: { color: siteColor() },
    retry: { enabled: true },
    modal: { ondismiss: events.dismissed },
    handler: (reply: { razorpay_payment_id?: string; razorpay_signature?: string } | undefined) =>
      events.paid({ id: reply?.razorpay_payment_id ?? '', signature: reply?.razorpay_signature }),
  })
  shown.on('payment.failed', events.declined)
  shown.open()
}

/** Loads a script once; one that failed is tried anew the next time. */
function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => {
      loading.delete(address)
      script.remove()
      reject(new ScriptFailed(address))
    }
    const timer = setTimeout(fail, PATIENCE)
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    script.src = trustedScript(address)
    document.head.append(script)
  })
  loading.set(address, loaded)
  return loaded
}
