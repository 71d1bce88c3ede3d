import type { FileUse } from '#features/authoring/authoring.rules.ts'
import type { WorkoutType } from '../workouts.contract.ts'

export const workoutStates = ['published', 'scheduled', 'withdrawn'] as const
export type WorkoutState = (typeof workoutStates)[number]

/** What learners of the course see of it. */
export function stateOf(
  { published_at, retired }: { published_at: number; retired: number },
  now: number,
): WorkoutState {
  if (retired === 1) return 'withdrawn'
  return published_at <= now ? 'published' : 'scheduled'
}

const uses: Partial<Record<WorkoutType, FileUse>> = { audios: 'audio', images: 'picture', documents: 'document' }

/** What the file of a workout is for; undefined of texts. */
export const useOf = (type: WorkoutType): FileUse | undefined => uses[type]

/** Of the others nobody notes who opened them: they show where they stand. */
export const isCounted = (type: WorkoutType): boolean => type === 'images' || type === 'documents'
