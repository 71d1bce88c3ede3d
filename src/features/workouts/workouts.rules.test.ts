import { expect, it } from 'vitest'
import { chosenCourse, readChoice } from './workouts.rules.ts'

const expired = { id: 1, purchased_status: 'Expired On' as const }
const active = { id: 2, purchased_status: 'Subscribed upto' as const }

it('shows the course that the address asks for, even an expired one', () => {
  expect(chosenCourse([expired, active], 1)).toBe(expired)
})

it('starts with the first active course, else with the first', () => {
  expect(chosenCourse([expired, active], undefined)).toBe(active)
  expect(chosenCourse([expired, active], 9)).toBe(active)
  expect(chosenCourse([expired], undefined)).toBe(expired)
  expect(chosenCourse([], undefined)).toBeUndefined()
})

it('reads course and page from the address', () => {
  expect(readChoice('?course=12&page=3')).toEqual({ course: 12, page: 3 })
  expect(readChoice('?course=x&page=0')).toEqual({ course: undefined, page: 1 })
  expect(readChoice('?course=x12&page=2nd')).toEqual({ course: undefined, page: 1 })
  expect(readChoice('')).toEqual({ course: undefined, page: 1 })
})
