import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CourseCard } from '#features/catalogue/catalogue.contract.ts'
import { myCourses } from './my-course-choice.store.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#lib/browser/call/call.ts', () => ({ call, Unreachable: class extends Error {} }))

const courses = Array.from({ length: 30 }, (_, index) => ({ id: index + 1 }) as CourseCard)

let leave = () => {}

/** What has come of opening the choice. */
async function opened() {
  leave = myCourses.open()
  return vi.waitFor(() => {
    const state = myCourses.$state.get()
    expect(state.is).not.toBe('loading')
    return state
  })
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  call.mockReset()
  call.mockImplementation(async (_: unknown, { query }: { query: { current_page: number; per_page: number } }) => ({
    data: courses.slice((query.current_page - 1) * query.per_page, query.current_page * query.per_page),
    last_page: Math.ceil(courses.length / query.per_page),
  }))
})

afterEach(() => leave())

test('the courses to choose from are looked up 25 a page, until all are there', async () => {
  expect(await opened()).toEqual({ is: 'shown', shown: courses })
  expect(call.mock.calls.map(([, input]) => (input as { query: object }).query)).toEqual([
    { current_page: 1, per_page: 25 },
    { current_page: 2, per_page: 25 },
  ])
})

test('a page that fails says so of the whole list', async () => {
  const trouble = new Error('no')
  call.mockRejectedValueOnce(trouble)
  expect(await opened()).toEqual({ is: 'failed', unreachable: false, error: trouble })
})
