import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const active = { id: 5, title: 'Degree', purchased_status: 'Subscribed upto' }
const other = { id: 6, title: 'Tier 1', purchased_status: 'Subscribed upto' }
const expired = { id: 7, title: 'Tier 2', purchased_status: 'Expired on' }

let courses: object[]
let asked: string[]
let pictures: string[]

beforeEach(() => {
  vi.resetModules()
  asked = []
  pictures = []
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {})
  vi.stubGlobal('document', { documentElement: { dataset: { api: '/api/v1' } } })
  vi.stubGlobal('location', { search: '', pathname: '/daily-workouts' })
  vi.stubGlobal('history', { pushState: () => {} })
  vi.stubGlobal(
    'Image',
    class {
      set src(src: string) {
        pictures.push(src)
      }
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address.replace(/^.*\/courses\//, ''))
    const data = [
      { id: 1, contenttype: 'plain', content: 'Read' },
      { id: 2, contenttype: 'images', content: '/files/first.svg' },
      { id: 3, contenttype: 'images', content: '/files/second.svg' },
    ]
    return address.includes('dailyworkout')
      ? Response.json({ status: true, workouts: { data, total: 3, last_page: 1 } })
      : Response.json({ status: true, data: courses, last_page: 1 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A page on which React is not there yet, once all that is asked for has come. */
async function page(given: object[], search = '') {
  courses = given
  location.search = search
  const { openWorkouts } = await import('./open-workouts.browser.ts')
  openWorkouts()
  await settled()
  const choice = await import('./my-course-choice.store.ts')
  const { workoutsPage } = await import('./workouts.store.ts')
  return { ...choice, workoutsPage }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const list = 'my/course?current_page=1&per_page=25'
const workoutsOf = (course: number, number = 1) => `dailyworkout/${course}?per_page=10&page=${number}`

test('the workouts of the first active course and their first picture are there before the island, which asks for none of it', async () => {
  const { myCourses, workoutsPage } = await page([expired, active, other])
  expect(asked).toEqual([list, workoutsOf(5)])
  expect(pictures).toEqual(['/files/first.svg'])
  const leave = [myCourses.open(), workoutsPage.open({ courseId: 5, page: 1 })]
  await settled()
  expect(asked).toHaveLength(2)
  expect(workoutsPage.$state.get().is).toBe('shown')
  workoutsPage.change((shown) => ({ ...shown, total: 4 }))
  expect(pictures).toHaveLength(1)
  for (const end of leave) end()
})

test('so are those that the address names', async () => {
  await page([active, other], '?course=6&page=2')
  expect(asked).toEqual([list, workoutsOf(6, 2)])
})

test('of a course that has expired, or of none, nothing is asked for', async () => {
  await page([expired])
  expect(asked).toEqual([list])
})

test('they stay while the island reads the same address, and are left with another choice', async () => {
  const { choose, followAddress, workoutsPage } = await page([active, other])
  followAddress()
  expect(workoutsPage.isOf({ courseId: 5, page: 1 })).toBe(true)
  choose({ course: 6, page: 1 })
  expect(workoutsPage.isOf({ courseId: 5, page: 1 })).toBe(false)
  workoutsPage.open({ courseId: 5, page: 1 })
  await settled()
  expect(asked).toEqual([list, workoutsOf(5), workoutsOf(5)])
})
