import { fillPath, servicePaths, type Endpoint } from './endpoint.ts'
import { withQuery } from '../paths.ts'

export interface Paged<Row> {
  data: Row[]
  current_page: number
  prev_page_url: string | null
  next_page_url: string | null
  last_page: number
  total: number
}

/** What calls name their page and its rows. */
type PageQuery = ({ page: number } | { current_page: number }) & ({ per_page: number } | { perPage: number })

/** What a paged call was asked. */
interface Asked<Query> {
  params?: Record<string, unknown>
  query: Query
}

/**
 * The envelope of a page of rows (document 1, section 3, 'Pagination'). The addresses of its neighbours are those of the
 * same call, from the server's root, with all that was asked; a POST takes them as a POST.
 */
export function pagedReply<Row, Query extends PageQuery>(
  endpoint: Pick<Endpoint, 'service' | 'path'>,
  { params = {}, query }: Asked<Query>,
  data: Row[],
  total: number,
): Paged<Row> {
  const pageName = 'page' in query ? 'page' : 'current_page'
  const page = 'page' in query ? query.page : query.current_page
  const last = Math.max(1, Math.ceil(total / ('perPage' in query ? query.perPage : query.per_page)))
  const path = servicePaths[endpoint.service] + fillPath(endpoint.path, params)
  const at = (number: number) => withQuery(path, { ...query, [pageName]: number })
  return {
    data,
    current_page: page,
    prev_page_url: page > 1 ? at(Math.min(page - 1, last)) : null,
    next_page_url: page < last ? at(page + 1) : null,
    last_page: last,
    total,
  }
}
