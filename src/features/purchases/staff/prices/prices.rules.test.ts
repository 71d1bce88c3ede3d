import { expect, test } from 'vitest'
import { chargedByFields } from './prices.rules.ts'

test.each([
  ['a price with its two taxes', { price: '4999.50', offer: '', gst: '18' }, [499_950, 44_996, 44_996, 589_942]],
  ['an offer in the place of the price', { price: '4999', offer: ' 1 ', gst: '5' }, [100, 3, 3, 106]],
  ['no price yet', { price: '', offer: '', gst: '18' }, undefined],
  ['an offer that is none yet', { price: '10', offer: '9.', gst: '18' }, undefined],
  ['no rate yet', { price: '10', offer: '', gst: '' }, undefined],
])('the preview of a price shows %s', (_, typed, expected) => {
  const charged = chargedByFields(typed)
  expect(charged && [charged.offer_paise, charged.cgst_paise, charged.sgst_paise, charged.total_paise]).toEqual(
    expected,
  )
})
