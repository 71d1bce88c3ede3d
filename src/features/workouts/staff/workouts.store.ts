import { listCourseTitles } from '#features/catalogue/staff/course-titles.contract.ts'
import { addressState, matching, number, oneOf, words, type AddressValues } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { workoutTypes } from '../workouts.contract.ts'
import * as contracts from './workouts.contract.ts'
import { workoutStates } from './workouts.rules.ts'

/** Daily workouts in the console: what the address of the list says, and what is loaded. */

const schema = {
  words: words(),
  course: number(0, 0),
  type: oneOf('', ...workoutTypes),
  state: oneOf('', ...workoutStates),
  after: matching(/^\d{1,15}-\d{1,10}$/),
}

export const workoutsAddress = addressState(schema)

/** What the server is asked for, of what stands in the address. */
export function workoutsQuery(values: AddressValues<typeof schema>) {
  const given = Object.entries(values).filter(([, value]) => value !== '' && value !== 0)
  return Object.fromEntries(given) as NonNullable<CallInput<typeof contracts.listAllWorkouts>['query']>
}

export const workouts = loading((query: ReturnType<typeof workoutsQuery>, signal) =>
  staffCall(contracts.listAllWorkouts, { query, signal }),
)

export const workout = loading((id: number, signal) => staffCall(contracts.getWorkout, { params: { id }, signal }), {
  mayMiss: true,
})

/** All courses there are, to choose one of. */
export const courseTitles = loading((_: undefined, signal) => staffCall(listCourseTitles, { signal }), {
  keeps: 'instead',
})
