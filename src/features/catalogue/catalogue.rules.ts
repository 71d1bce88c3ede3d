import { gstOf, paiseOf, rupees } from '#lib/both/money.ts'

/** Prices of a course in paise: what counts is the offer where there is one. */
export interface CoursePrices {
  price_paise: number
  offer_price_paise: number | null
  gst_percent: number
}

/** Rupees: the price before GST, with GST, and with GST before an offer (null without one). */
export function pricesOf({ price_paise, offer_price_paise, gst_percent }: CoursePrices) {
  const charged = offer_price_paise ?? price_paise
  const withGst = (paise: number) => rupees(paise + gstOf(paise, gst_percent))
  return {
    price: rupees(charged),
    withGst: withGst(charged),
    originalWithGst: offer_price_paise === null ? null : withGst(price_paise),
  }
}

/** The dashboard and the home page show this many popular courses (document 1, section 9). */
export const POPULAR = 3

/** A page that leaves out those its learner has holds more, of which as many are shown. */
export const POPULAR_TO_CHOOSE_FROM = 9

/**
 * Whole percent watched; 0 of a course without videos (document 1, section 3). At most 100, also when videos that were
 * watched have left the course.
 */
export function progressPercent(watched: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.round((watched / total) * 100))
}

/** 'Completed' at 100 percent, else 'Progress' (document 1, section 4). */
export function progressStatus(percent: number): 'Completed' | 'Progress' {
  return percent === 100 ? 'Completed' : 'Progress'
}

/** An enrolment is active up to and including its last instant. */
export function courseStatus(enrolment: { valid_until: number } | undefined, now: number) {
  if (!enrolment) return 'Not Purchased' as const
  return enrolment.valid_until >= now ? ('Active' as const) : ('Expired' as const)
}

/** Paise left to pay of a course, for which its renewal is sold; 0 of one without a renewal that can be paid. */
export function owedPaise(enrolment: { payment_status: string | null; renewal_paise: number | null }): number {
  return enrolment.payment_status === 'partialpymnt' ? (enrolment.renewal_paise ?? 0) : 0
}

/** First letter capital, the rest small (document 2, section 2). */
export function sentenceCase(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1).toLowerCase()
}

/** `1 h 24 min`, `45 min`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** What a section takes, in minutes. */
export function minutesOf(section: { chapters: { duration: number }[] }): number {
  return section.chapters.reduce((sum, chapter) => sum + chapter.duration, 0)
}

/** Whole percent that an offer takes off; 0 where it is less than half a percent. */
export function percentOff(original: number, charged: number): number {
  return Math.round((1 - charged / original) * 100)
}

/** Rupees of GST in a price: what it costs with GST less what it costs without. */
export function gstAmount({ price, pricegst }: { price: number; pricegst: number }): number {
  return rupees(paiseOf(pricegst) - paiseOf(price))
}
