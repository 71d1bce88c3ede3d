import type { CourseCard } from '#features/catalogue/catalogue.contract.ts'

/** What the address of the daily-workouts screen asks for. */
export interface Choice {
  course: number | undefined
  page: number
}

/** Reads `?course=12&page=2`; what makes no sense counts as not given. */
export function readChoice(search: string): Choice {
  const query = new URLSearchParams(search)
  return { course: wholeNumber(query.get('course')), page: wholeNumber(query.get('page')) ?? 1 }
}

function wholeNumber(given: string | null): number | undefined {
  return given !== null && /^[1-9][0-9]{0,8}$/.test(given) ? Number(given) : undefined
}

type Owned = Pick<CourseCard, 'id' | 'purchased_status'>

/** The learner may use the course. */
export function isActive(course: Pick<Owned, 'purchased_status'>): boolean {
  return course.purchased_status === 'Subscribed upto'
}

/** The course to show: the one asked for, else the first active one, else the first. */
export function chosenCourse<Course extends Owned>(courses: readonly Course[], asked: number | undefined) {
  return courses.find(({ id }) => id === asked) ?? courses.find(isActive) ?? courses[0]
}
