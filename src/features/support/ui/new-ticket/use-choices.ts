import { call } from '#lib/browser/call/call.ts'
import { loading, type Loaded, type Loader } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { toast } from '#ui/Toasts.tsx'
import { listPurchasedCourses, listTicketCategories } from '../../support.contract.ts'

export interface Choice {
  id: number
  title: string
}

export type Choices = Loaded<Choice[], false>

const failures = { categories: 'Failed to fetch ticket categories', courses: 'Failed to fetch purchased courses' }

const tell = (failure: string) => () => void toast.error(failure, { id: failure })

/** What tickets can be about. */
const categories = loading(async (_: void, signal) => (await call(listTicketCategories, { signal })).category, {
  onFailed: tell(failures.categories),
})
/** The courses of the learner. */
const courses = loading(async (_: void, signal) => (await call(listPurchasedCourses, { signal })).course, {
  onFailed: tell(failures.courses),
})

export function useCategories() {
  return { state: useLoaded(categories), failure: failures.categories, retry: categories.again }
}

/** @param wanted asked for when it is first true */
export function usePurchasedCourses(wanted: boolean) {
  const state = useLoaded(courses, wanted || isShown(courses) ? undefined : null)
  return { state, failure: failures.courses, retry: courses.again }
}

/** What is there stays there. */
const isShown = ({ $state, isOf }: Loader<void, Choice[], false>) => isOf() && $state.get().is === 'shown'
