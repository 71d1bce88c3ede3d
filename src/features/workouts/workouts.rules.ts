import type { CourseCard } from '#features/catalogue/catalogue.contract.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { readPage } from '#lib/both/calls/read-page.ts'

/** What the address of the daily-workouts screen asks for. */
export interface Choice {
  course: number | undefined
  page: number
}

/** Reads `?course=12&page=2`; what makes no sense counts as not given. */
export function readChoice(search: string): Choice {
  const query = new URLSearchParams(search)
  return { course: readId(query.get('course')), page: readPage(query.get('page')) }
}

/** Courses a page, where they are looked up (document 1, section 9). */
const LOOKED_UP = 25

/** What the server is asked for of the courses to choose from. */
export function pageToChooseFrom(page: number) {
  return { current_page: page, per_page: LOOKED_UP }
}

/** Rows a page; with no more than these there is nothing to turn (document 2, section 9). */
export const PAGE_SIZE = 10

type Owned = Pick<CourseCard, 'id' | 'purchased_status'>

/** The learner may use the course. */
export function isActive(course: Pick<Owned, 'purchased_status'>): boolean {
  return course.purchased_status === 'Subscribed upto'
}

/** The course to show: the one asked for, else the first active one, else the first. */
export function chosenCourse<Course extends Owned>(courses: readonly Course[], asked: number | undefined) {
  return courses.find(({ id }) => id === asked) ?? courses.find(isActive) ?? courses[0]
}
