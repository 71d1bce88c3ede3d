import { expect, it } from 'vitest'
import { ticketIn } from './support-address.rules.ts'
import { categories, COURSE_CATEGORY } from './support.rules.ts'

it('categories keep their ids, the course under 3', () => {
  expect(categories.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(categories.find(({ id }) => id === COURSE_CATEGORY)?.title).toBe('Course')
})

it.each([
  ['?ticket=12', 12],
  ['?a=b&ticket=1', 1],
  ['', undefined],
  ['?ticket=', undefined],
  ['?ticket=0', undefined],
  ['?ticket=-3', undefined],
  ['?ticket=1e3', undefined],
  ['?ticket=9999999999', undefined],
])('the address %s names ticket %s', (search, ticket) => {
  expect(ticketIn(search)).toBe(ticket)
})
