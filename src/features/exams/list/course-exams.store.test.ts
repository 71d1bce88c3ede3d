import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { courseExams } from './course-exams.store.ts'

const { told } = vi.hoisted(() => ({ told: [] as string[] }))
vi.mock('#ui/Toasts.tsx', () => ({ toast: { error: (text: string) => told.push(text) } }))

/** How the calls for a course's own exams and for those of its chapters end. */
let ofCourse: () => Promise<Response>
let ofChapters: () => Promise<Response>

const reply = (body: object) => async () => Response.json({ status: true, ...body })
const refused = async () => Response.json({ status: false, message: 'Out of order' }, { status: 500 })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  told.length = 0
  ofCourse = reply({ examcontent: [{ id: 1, created_at: 1 }] })
  ofChapters = reply({ data: [{ id: 2, created_at: 2 }] })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', (path: string) => (path.includes('/myCourseExam/') ? ofChapters() : ofCourse()))
})
afterEach(() => vi.unstubAllGlobals())

/** What is shown of a course: the ids of its exams, or that it failed. */
async function shown() {
  const leave = courseExams.open(7)
  await vi.waitFor(() => expect(courseExams.$state.get().is).not.toBe('loading'))
  const state = courseExams.$state.get()
  leave()
  return state.is === 'shown' ? state.shown.map(({ id }) => id) : state.is
}

it('the exams of a course come from two lists', async () => {
  expect([await shown(), told]).toEqual([[2, 1], []])
})

it('what one list has is shown although the other cannot be fetched, and that is said', async () => {
  ofCourse = refused
  expect([await shown(), told]).toEqual([[2], ['Failed to fetch course exams']])
  ofCourse = reply({ examcontent: [{ id: 1, created_at: 1 }] })
  ofChapters = lost
  told.length = 0
  expect([await shown(), told]).toEqual([[1], ['Error while fetching course exam details']])
})

it('where neither can be fetched it has failed, and comes when it is asked for again', async () => {
  ofCourse = refused
  ofChapters = refused
  expect([await shown(), told]).toEqual(['failed', ['Failed to fetch course exams']])
  ofChapters = reply({ data: [] })
  expect(await shown()).toEqual([])
})
