import { EARLIER_RESULTS, mayHaveDatabase, RESULTS } from '#lib/browser/device/device-data.ts'
import { retryable } from '#lib/browser/call/retryable.ts'

const loadDelivery = retryable(() => import('./deliver-left.browser.ts'))

/**
 * Sends what earlier pages could not, for whoever is logged in. Part of every page's shell, so what sends is loaded only
 * where this browser has ever kept a result.
 */
export async function sendLeftResults(): Promise<void> {
  try {
    if (!(await mayHaveDatabase(RESULTS)) && !localStorage.getItem(EARLIER_RESULTS)) return
    const { deliverLeft } = await loadDelivery()
    await deliverLeft()
  } catch {
    // No database, or no network: what there is stays.
  }
}
