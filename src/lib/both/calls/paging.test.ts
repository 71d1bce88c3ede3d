import { expect, it } from 'vitest'
import { pagedReply } from './paging.ts'

const call = { service: 'v1', path: '/list/{id}' } as const
const page = (number: number, total: number) =>
  pagedReply(
    call,
    { params: { id: 7 }, query: { search: 'a b', sort: '', current_page: number, per_page: 12 } },
    [],
    total,
  )

it('a page names its neighbours, from the root and with all that was asked, and the last page', () => {
  expect(page(2, 30)).toEqual({
    data: [],
    current_page: 2,
    prev_page_url: '/api/v1/list/7?search=a+b&current_page=1&per_page=12',
    next_page_url: '/api/v1/list/7?search=a+b&current_page=3&per_page=12',
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

it('a page and its rows are named as their call names them', () => {
  const reply = pagedReply({ service: 'news', path: '/list' }, { query: { page: 2, perPage: 10 } }, [], 30)
  expect(reply.next_page_url).toBe('/api/news/list?page=3&perPage=10')
})
