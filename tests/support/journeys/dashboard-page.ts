import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** A block of the dashboard by its heading. */
export const block = (page: Page, name: string) => page.getByRole('region', { name })

export const featured = (page: Page) => block(page, 'Featured Exams')

/** The button that turns to a slide of the featured exams. */
export const slide = (page: Page, number: number) => featured(page).getByRole('button', { name: `Slide ${number}` })

export const inSight = (page: Page, number: number) =>
  expect(slide(page, number)).toHaveAttribute('aria-current', 'true')

/** Notes each call to the API from now on, as `GET /dashboard/dashboardCount`. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const called = /^\/api\/(v1|news|ops)(\/.*)$/.exec(pathname)?.[2]
    if (called) calls.push(`${request.method()} ${called}${search}`)
  })
  return calls
}

/** Adds up from now on what the layout shifts without the learner doing anything. @returns a function that tells it */
export async function layoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const told = globalThis as unknown as { shifted: number }
    told.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) told.shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
}
