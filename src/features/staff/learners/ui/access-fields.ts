import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { courseTitles } from '../learners.store.ts'

/** Fields of forms that open a course. */

export const spanFields = [
  { name: 'days', label: 'Days', kind: 'number', hint: 'As many as a sale gives, if left empty' },
  { name: 'until', label: 'Or until', kind: 'date', hint: 'The end of this day in India' },
] as const

export const CHOOSE_COURSE = 'Please choose a course'

/** All courses, as options; those that have left the catalogue say so. */
export function useCourseOptions(without?: number) {
  const loaded = useLoaded(courseTitles)
  const courses = loaded.is === 'shown' ? loaded.shown.data : []
  return courses
    .filter(({ id }) => id !== without)
    .map(({ id, title, retired }) => ({ value: id, label: retired ? `${title} (no longer sold)` : title }))
}
