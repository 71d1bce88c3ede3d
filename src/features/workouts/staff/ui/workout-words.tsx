import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { WorkoutType } from '../../workouts.contract.ts'
import type { WorkoutState } from '../workouts.rules.ts'

/** What staff call the types, in the order in which they are chosen. */
export const typeNames: Record<WorkoutType, string> = {
  richtext: 'Rich text',
  plain: 'Plain text',
  documents: 'Document',
  images: 'Picture',
  audios: 'Audio',
}

export const typeOptions = (Object.keys(typeNames) as WorkoutType[]).map((value) => ({
  value,
  label: typeNames[value],
}))

const states = {
  published: { tone: 'good', word: 'Published' },
  scheduled: { tone: 'waiting', word: 'Scheduled' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
} as const

export const stateOptions = (Object.keys(states) as WorkoutState[]).map((value) => ({
  value,
  label: states[value].word,
}))

export function WorkoutBadge({ state }: { state: WorkoutState }) {
  return <StatusBadge tone={states[state].tone}>{states[state].word}</StatusBadge>
}
