import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { PAGE_SIZE } from './workouts.rules.ts'
import { listWorkouts, logWorkout, type Workout } from './workouts.contract.ts'

/** Images and documents open from addresses that end after ten minutes; older ones are fetched anew first. */
const ADDRESS_LIFE = 8 * 60_000

interface WorkoutsPage {
  courseId: number
  page: number
}

/** A page of a course's workouts. `loadedAt`: milliseconds since 1970. */
export const workoutsPage = loading(async ({ courseId, page }: WorkoutsPage, signal) => {
  const query = { per_page: PAGE_SIZE, page }
  const { status, workouts } = await call(listWorkouts, { params: { id: courseId }, query, signal })
  if (!status) throw new ApiError(200, 'refused')
  const { data, total, last_page: lastPage } = workouts
  return { workouts: data, total, lastPage, loadedAt: Date.now() }
})

/** What the learner reads when the page could not be had. */
export function whyNotLoaded(error: unknown): string {
  return refused(error) ? 'Failed to fetch daily activities' : 'Error while fetching daily activities'
}

/** The server answered, and said no; anything else is an error on the way. */
function refused(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}

/**
 * An address of a workout's file that works now.
 * @param anew the one on the page does not
 * @throws what the call throws
 */
export async function freshAddress(workoutId: number, anew = false): Promise<string | undefined> {
  const state = workoutsPage.$state.get()
  if (state.is !== 'shown') return undefined
  const isFresh = !anew && !isOld(state.shown)
  return contentOf((isFresh ? state.shown : await workoutsPage.refresh()).workouts, workoutId)
}

const contentOf = (workouts: readonly Workout[], workoutId: number) =>
  workouts.find(({ id }) => id === workoutId)?.content

const isOld = ({ loadedAt }: { loadedAt: number }) => Date.now() - loadedAt >= ADDRESS_LIFE

/** True when the addresses on the page may have ended. */
export function addressesAreOld(): boolean {
  const state = workoutsPage.$state.get()
  return state.is === 'shown' && isOld(state.shown)
}

/**
 * Notes that the learner opened a document or an image.
 * @returns what to tell the learner when it failed
 */
export async function noteViewed(workoutId: number): Promise<string | undefined> {
  try {
    const { status } = await call(logWorkout, { params: { id: workoutId }, keepalive: true })
    if (!status) return 'Failed to post daily workout log'
    workoutsPage.change((shown) => ({
      ...shown,
      workouts: shown.workouts.map((one) => (one.id === workoutId ? { ...one, viewed: true } : one)),
    }))
    return undefined
  } catch (error) {
    return refused(error) ? 'Failed to post daily workout log' : 'Error while posting daily workout log'
  }
}
