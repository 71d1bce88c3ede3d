import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Loader } from '#lib/browser/call/loading.ts'
import { myCourses } from '../my-course-choice.store.ts'
import { DailyWorkouts } from './DailyWorkouts.tsx'

// What an island draws once its call was answered: React's server draws nothing that was loaded.
vi.mock('#lib/browser/call/use-loaded.ts', () => ({
  LOADING: { is: 'loading' },
  useLoaded: ({ $state }: Loader<never, unknown>) => $state.get(),
}))

let courses: object[]
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async () => Response.json({ status: true, data: courses, last_page: 1 }))
})
afterEach(() => vi.unstubAllGlobals())

/** What stands on the page of a learner with these courses. */
async function shown(given: object[]) {
  courses = given
  const leave = myCourses.open(undefined as never)
  await myCourses.again()
  const html = renderToStaticMarkup(<DailyWorkouts />)
  leave()
  return html
}

it('daily workouts of an expired course say how to go on', async () => {
  const html = await shown([{ id: 7, title: 'Tier 1', purchased_status: 'Expired on' }])
  expect(html).toContain('Tier 1 (expired)')
  expect(html).toContain('This course has expired. Please renew to continue.')
  expect(html).toMatch(/<a [^>]*href="\/my-courses\/7"[^>]*>Go to the course/)
})

it('whoever has no course is led to where to find one', async () => {
  const html = await shown([])
  expect(html).toContain('No courses enrolled yet.')
  expect(html).toMatch(/<a [^>]*href="\/courses"[^>]*>Browse Courses/)
})
