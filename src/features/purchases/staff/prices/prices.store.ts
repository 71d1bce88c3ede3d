import { addressState, matching, number, oneOf, words, type AddressValues } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import * as contracts from './prices.contract.ts'
import { priceSorts, priceStates } from './prices.rules.ts'

/** Prices in the console: what the address asks for, and what came of it. */

const schema = {
  words: words(),
  offer: oneOf('', 'with', 'without'),
  category: matching(/^\d{1,9}$/),
  state: oneOf(...priceStates),
  sort: oneOf('title', ...priceSorts, ...priceSorts.map((name) => `-${name}` as const)),
  page: number(1),
}

export const address = addressState(schema)

/** What the server is asked for, of what stands in the address. */
export function askedOf(values: AddressValues<typeof schema>) {
  const { sort, state, page, ...filters } = values
  return { sort, state, page, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) }
}

export const prices = loading((query: ReturnType<typeof askedOf>, signal) =>
  staffCall(contracts.listPrices, { query, signal }),
)

export const choices = loading((_: undefined, signal) => staffCall(contracts.priceChoices, { signal }), {
  keeps: 'instead',
})
