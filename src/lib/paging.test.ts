import { expect, it } from 'vitest'
import { pagedReply } from './paging.ts'

const page = (number: number, total: number) => pagedReply([], total, number, 12, '/list?search=a')

it('a page names its neighbours and the last page', () => {
  expect(page(2, 30)).toEqual({
    data: [],
    current_page: 2,
    prev_page_url: '/list?search=a&current_page=1&per_page=12',
    next_page_url: '/list?search=a&current_page=3&per_page=12',
    last_page: 3,
    total: 30,
  })
})

it('the first page has none before it, the last none after it', () => {
  expect(page(1, 24)).toMatchObject({ prev_page_url: null, last_page: 2 })
  expect(page(2, 24).next_page_url).toBeNull()
})

it('an empty list has one page', () => {
  expect(page(1, 0)).toMatchObject({ prev_page_url: null, next_page_url: null, last_page: 1 })
})

it('beyond the end the page before is the last one', () => {
  expect(page(9, 30).prev_page_url).toContain('current_page=3&')
})

it('a page is named as its call names it', () => {
  expect(pagedReply([], 30, 2, 10, '/list', 'page').next_page_url).toBe('/list?page=3&per_page=10')
})
