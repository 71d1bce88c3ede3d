import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PurchaseItem } from '../purchases.contract.ts'
import { PurchaseCard } from './PurchaseCard.tsx'

const purchase = {
  ...{ id: 1, transaction_id: 1, course_id: 7, course: 'Tenth Level', thumbnail: '/t.svg', gst: 18, renewals: [] },
  ...{ price: 1000, offered_price: 1000, paid_amount: 590, validity_end: '01-12-2026', course_status: 'Active' },
} as unknown as PurchaseItem

it.each([
  ['closedpymnt', 'none', []],
  ['partialpymnt', 'none', ['Partially Paid']],
  ['closedpymnt', 'part', ['Partly refunded']],
  ['partialpymnt', 'all', ['Refunded']],
] as const)('a purchase in the list, %s and refunded %s, is marked %j', (payment_status, refunded, marks) => {
  const html = renderToStaticMarkup(<PurchaseCard purchase={{ ...purchase, payment_status, refunded }} eager />)
  expect(html.match(/Partially Paid|Partly refunded|Refunded|Closed|Not paid/g) ?? []).toEqual(marks)
})
