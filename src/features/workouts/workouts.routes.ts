import { handle } from '#core/calls/handle.ts'
import * as contract from './workouts.contract.ts'
import { listWorkouts, logWorkout } from './server/list-workouts.ts'

export const workoutRoutes = [handle(contract.listWorkouts, listWorkouts), handle(contract.logWorkout, logWorkout)]
