import { expect, test } from 'vitest'
import { placeOfSupply } from './place-of-supply.rules.ts'

test('the place of supply is where the buyer is, and where the seller is while nobody knows better', () => {
  expect(placeOfSupply('29', '32 Kerala')).toBe('29 Karnataka')
  expect(placeOfSupply('32', '32 Keralam')).toBe('32 Keralam')
  expect(placeOfSupply(null, '32 Kerala')).toBe('32 Kerala')
})
