import { addressState, day, matching, oneOf, words, type AddressValues } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import * as contracts from './classes.contract.ts'
import { classLists } from './classes.rules.ts'

/** Live classes in the console: what the address asks for, and what came of it. */

const schema = {
  list: oneOf(...classLists),
  course: matching(/^\d{1,9}$/),
  from: day(),
  to: day(),
  words: words(),
  after: matching(/^\d{1,15}-\d{1,10}$/),
}

const whole = addressState(schema)

/** The button that clears the filters leaves the list as it is. */
export const address = { ...whole, clear: () => whole.set({ course: '', from: '', to: '', words: '' }) }

/** What the server is asked for, of what stands in the address. */
export function askedOf({ list, ...filters }: AddressValues<typeof schema>) {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  return { list, ...Object.fromEntries(given) }
}

export const classes = loading((query: ReturnType<typeof askedOf>, signal) =>
  staffCall(contracts.listClasses, { query, signal }),
)

export const choices = loading((_: undefined, signal) => staffCall(contracts.classChoices, { signal }), {
  keeps: 'instead',
})
