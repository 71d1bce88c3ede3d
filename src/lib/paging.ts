import { withQuery } from './paths.ts'

export interface Paged<Row> {
  data: Row[]
  current_page: number
  prev_page_url: string | null
  next_page_url: string | null
  last_page: number
  total: number
}

/**
 * The envelope of a page of rows (document 1, section 3, 'Pagination').
 * @param url the call's address, without the page
 * @param pageName what the call names its page number
 */
export function pagedReply<Row>(
  data: Row[],
  total: number,
  page: number,
  perPage: number,
  url: string,
  pageName = 'current_page',
): Paged<Row> {
  const last = Math.max(1, Math.ceil(total / perPage))
  const at = (number: number) => withQuery(url, { [pageName]: number, per_page: perPage })
  return {
    data,
    current_page: page,
    prev_page_url: page > 1 ? at(Math.min(page - 1, last)) : null,
    next_page_url: page < last ? at(page + 1) : null,
    last_page: last,
    total,
  }
}
