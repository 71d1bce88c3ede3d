import { handle } from '#core/calls/handle.ts'
import * as contract from './workouts.contract.ts'
import { listWorkouts, logWorkout } from './server/list-workouts.ts'
import * as staff from './staff/workouts.contract.ts'
import * as calls from './staff/server/calls.ts'
import { getWorkout, listAllWorkouts } from './staff/server/read-workouts.ts'

export const workoutRoutes = [
  handle(contract.listWorkouts, listWorkouts),
  handle(contract.logWorkout, logWorkout),
  handle(staff.listAllWorkouts, listAllWorkouts),
  handle(staff.getWorkout, getWorkout),
  handle(staff.makeWorkout, calls.makeWorkout),
  handle(staff.changeWorkout, calls.changeWorkout),
  handle(staff.withdrawWorkout, calls.withdrawWorkout),
  handle(staff.bringBackWorkout, calls.bringBackWorkout),
  handle(staff.copyWorkout, calls.copyWorkout),
]
