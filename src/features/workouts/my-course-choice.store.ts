import { atom } from 'nanostores'
import { listMyCourses, type CourseCard } from '#features/catalogue/catalogue.contract.ts'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { withQuery } from '#lib/both/paths.ts'
import { readChoice, type Choice } from './workouts.rules.ts'

/** The courses to choose from on the daily-workouts screen. */
export type MyCoursesState =
  { is: 'loading' } | { is: 'failed'; unreachable: boolean } | { is: 'shown'; courses: CourseCard[] }

export const $myCourses = atom<MyCoursesState>({ is: 'loading' })

/** What the address asks for. */
export const $choice = atom<Choice>({ course: undefined, page: 1 })

/** Courses a page, where they are looked up (document 1, section 9). */
const LOOKED_UP = 25

/** Loads the learner's courses, of which few have more than one page. */
export async function loadMyCourses(): Promise<void> {
  $myCourses.set({ is: 'loading' })
  try {
    const courses: CourseCard[] = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, last_page } = await call(listMyCourses, { query: { current_page: page, per_page: LOOKED_UP } })
      courses.push(...data)
      last = last_page
    }
    $myCourses.set({ is: 'shown', courses })
  } catch (error) {
    $myCourses.set({ is: 'failed', unreachable: error instanceof Unreachable })
  }
}

/** Follows the address. @returns a function that ends it */
export function followAddress(): () => void {
  const read = () => $choice.set(readChoice(location.search))
  const online = () => {
    if ($myCourses.get().is === 'failed') void loadMyCourses()
  }
  read()
  addEventListener('popstate', read)
  addEventListener('online', online)
  return () => {
    removeEventListener('popstate', read)
    removeEventListener('online', online)
  }
}

/** Goes to a course, or a page of its workouts. */
export function choose({ course, page }: Choice): void {
  history.pushState(null, '', withQuery(location.pathname, { course, page: page > 1 ? page : undefined }))
  $choice.set({ course, page })
}
