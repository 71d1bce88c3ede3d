import type { PageGuests } from '#lib/both/page-guests.ts'

/** The real provider lists no hosts officially; its scripts, frames, logs and pictures are all below its own. */
const razorpay = ['https://*.razorpay.com']

/**
 * Whom a page lets in that opens the provider's checkout, by PAYMENT_PROVIDER; no other page has these hosts. The real
 * one's script builds its window itself, of HTML and styles, and its frame may open a bank's window.
 */
export const checkoutGuests: Record<'sandbox' | 'razorpay', PageGuests> = {
  sandbox: { frames: ["'self'"] },
  razorpay: {
    scripts: razorpay,
    frames: razorpay,
    calls: razorpay,
    pictures: razorpay,
    features: { payment: ['https://api.razorpay.com', 'https://checkout.razorpay.com'] },
    windows: true,
    foreignScript: true,
  },
}
