import { addressState, day, matching, number, oneOf, words, type AddressValues } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { keep } from '#lib/browser/device/storage.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { hasFields, valueIn } from '#lib/both/told.ts'
import * as contracts from './tickets.contract.ts'

/** The queue of tickets: what the address asks for, and in which order its tickets are looked through. */

const schema = {
  state: oneOf('waiting', 'answered', 'closed', 'all'),
  text: words('', 100),
  category: matching(/^\d{1,9}$/),
  course: matching(/^\d{1,9}$/),
  assignee: matching(/^(me|nobody|somebody|\d{1,9})$/),
  learner: number(0, 0),
  from: day(),
  until: day(),
  /** Empty: as the state has it. */
  sort: oneOf('', 'oldest', 'newest'),
  after: matching(/^\d{1,15}-\d{1,10}$/),
}

export const queueAddress = addressState(schema)

export type QueueValues = AddressValues<typeof schema>

/** What waits longest comes first; of what is done the newest. */
export const usualSort = (state: QueueValues['state']) => (state === 'closed' || state === 'all' ? 'newest' : 'oldest')

/** What the server is asked for, of what stands in the address. */
export function queueQuery({ state, sort, ...filters }: QueueValues) {
  const given = Object.entries(filters).filter(([, value]) => value !== '' && value !== 0)
  return { state, sort: sort === '' ? usualSort(state) : sort, ...Object.fromEntries(given) }
}

export const queue = loading((query: ReturnType<typeof queueQuery>, signal) =>
  staffCall(contracts.listQueue, { query, signal }),
)

export const choices = loading((_: undefined, signal) => staffCall(contracts.queueChoices, { signal }), {
  keeps: 'instead',
})

const KEY = 'padavu-staff-queue'

/** Remembers in this tab which tickets stood in the queue, so that one can go from each to the next. */
export function keepQueue(ids: readonly number[], query = location.search): void {
  keep(() => sessionStorage.setItem(KEY, JSON.stringify({ ids, query })))
}

/** What stands beside a ticket in the queue that was looked at last, and the query of that. */
export function besideInQueue(id: number, stored = keep(() => sessionStorage.getItem(KEY)) ?? null) {
  const told = valueIn(stored)
  const known = hasFields(told) && Array.isArray(told.ids) ? told : { ids: [], query: '' }
  const ids = (known.ids as unknown[]).filter((one) => typeof one === 'number')
  const at = ids.indexOf(id)
  const query = typeof known.query === 'string' && known.query.startsWith('?') ? known.query : ''
  return { query, before: at > 0 ? ids[at - 1] : undefined, next: at < 0 ? undefined : ids[at + 1] }
}
