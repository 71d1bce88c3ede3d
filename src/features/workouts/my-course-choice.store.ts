import { atom } from 'nanostores'
import { listMyCourses, type CourseCard } from '#features/catalogue/catalogue.contract.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { withQuery } from '#lib/both/paths.ts'
import { pageToChooseFrom, readChoice, type Choice } from './workouts.rules.ts'

/** What the address asks for. */
export const $choice = atom<Choice>({ course: undefined, page: 1 })

/** The courses to choose from on the daily-workouts screen: all of the learner's, of which few have more than one page. */
export const myCourses = loading(async (_: void, signal) => {
  const courses: CourseCard[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, last_page } = await call(listMyCourses, { query: pageToChooseFrom(page), signal })
    courses.push(...data)
    last = last_page
  }
  return courses
})

/** Follows the address. @returns a function that ends it */
export function followAddress(): () => void {
  const read = () => $choice.set(readChoice(location.search))
  read()
  addEventListener('popstate', read)
  return () => removeEventListener('popstate', read)
}

/** Goes to a course, or a page of its workouts. */
export function choose({ course, page }: Choice): void {
  history.pushState(null, '', withQuery(location.pathname, { course, page: page > 1 ? page : undefined }))
  $choice.set({ course, page })
}
