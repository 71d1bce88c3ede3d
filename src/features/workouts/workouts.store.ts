import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { listWorkouts, logWorkout, type Workout } from './workouts.contract.ts'

/** Rows a page; with no more than these there is nothing to turn (document 2, section 9). */
export const PAGE_SIZE = 10

/** Images and documents open from addresses that end after ten minutes; older ones are fetched anew first. */
const ADDRESS_LIFE = 8 * 60_000

export type WorkoutsState =
  | { is: 'loading' }
  | { is: 'failed' }
  /** `loadedAt`: milliseconds since 1970. */
  | { is: 'shown'; workouts: Workout[]; total: number; lastPage: number; loadedAt: number }

export const $workouts = atom<WorkoutsState>({ is: 'loading' })

let asked: { courseId: number; page: number } | undefined

/**
 * Shows a page of a course's workouts.
 * @returns what to tell the learner when it failed
 */
export async function loadWorkouts(courseId: number, page: number): Promise<string | undefined> {
  const mine = { courseId, page }
  asked = mine
  $workouts.set({ is: 'loading' })
  try {
    const shown = await fetchPage(mine)
    if (asked === mine) $workouts.set(shown)
    return undefined
  } catch (error) {
    if (asked !== mine) return undefined
    $workouts.set({ is: 'failed' })
    return refused(error) ? 'Failed to fetch daily activities' : 'Error while fetching daily activities'
  }
}

async function fetchPage({ courseId, page }: { courseId: number; page: number }): Promise<WorkoutsState> {
  const { status, workouts } = await call(listWorkouts, {
    params: { id: courseId },
    query: { per_page: PAGE_SIZE, page },
  })
  if (!status) throw new ApiError(200, 'refused')
  const { data, total, last_page: lastPage } = workouts
  return { is: 'shown', workouts: data, total, lastPage, loadedAt: Date.now() }
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
  const state = $workouts.get()
  if (state.is !== 'shown') return undefined
  if (!anew && Date.now() - state.loadedAt < ADDRESS_LIFE) return contentOf(state.workouts, workoutId)
  const mine = asked
  if (!mine) return undefined
  const shown = await fetchPage(mine)
  if (asked === mine) $workouts.set(shown)
  return shown.is === 'shown' ? contentOf(shown.workouts, workoutId) : undefined
}

const contentOf = (workouts: readonly Workout[], workoutId: number) =>
  workouts.find(({ id }) => id === workoutId)?.content

/** True when the addresses on the page may have ended. */
export function addressesAreOld(now = Date.now()): boolean {
  const state = $workouts.get()
  return state.is === 'shown' && now - state.loadedAt >= ADDRESS_LIFE
}

/**
 * Notes that the learner opened a document or an image.
 * @returns what to tell the learner when it failed
 */
export async function noteViewed(workoutId: number): Promise<string | undefined> {
  try {
    const { status } = await call(logWorkout, { params: { id: workoutId }, keepalive: true })
    if (!status) return 'Failed to post daily workout log'
    const state = $workouts.get()
    if (state.is === 'shown') {
      const workouts = state.workouts.map((one) => (one.id === workoutId ? { ...one, viewed: true } : one))
      $workouts.set({ ...state, workouts })
    }
    return undefined
  } catch (error) {
    return refused(error) ? 'Failed to post daily workout log' : 'Error while posting daily workout log'
  }
}
