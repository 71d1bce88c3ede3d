import { paths, withQuery } from '#lib/both/paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { sortValues, type CourseSort } from './catalogue.contract.ts'
import { readSearch } from './read-search.rules.ts'
import { searchProblem } from './search.rules.ts'

/** What the address of the course list asks for: `?search=&category=&sort=&page=`. */
export interface Listing {
  /** As typed; what is too short is shown, not searched. */
  search: string
  category: number | ''
  sort: CourseSort
  page: number
}

/** Document 1, section 9. */
export const coursesPerPage = 12
export const foundPerPage = 20
const defaultSort: CourseSort = 'latest'

export const sortLabels: Record<CourseSort, string> = { popularity: 'Popular', latest: 'Latest', rating: 'Rating' }

/** Reads the list's address; what makes no sense counts as not given, so that every address shows courses. */
export function readListing(query: URLSearchParams, categories: { id: number }[]): Listing {
  const category = readId(query.get('category'))
  const sort = query.get('sort')
  return {
    search: readSearch(query.get('search')),
    category: categories.find(({ id }) => id === category)?.id ?? '',
    sort: sortValues.find((value) => value === sort) ?? defaultSort,
    page: readPage(query.get('page')),
  }
}

/** The address that gives `listing` back, without what is the default. */
export function listingAddress({ search, category, sort, page }: Listing): string {
  return withQuery(paths.courses, {
    search,
    category,
    sort: sort === defaultSort ? '' : sort,
    page: page > 1 ? page : '',
  })
}

/** The one address of the content: pages of the whole list have their own, what is narrowed or reordered has none. */
export function canonicalAddress(listing: Listing): string {
  const { search, category, sort, page } = listing
  const whole = search === '' && category === '' && sort === defaultSort
  return withQuery(paths.courses, { page: whole && page > 1 ? page : '' })
}

/** What the address of the learner's courses asks for: `?search=&category=&page=`. */
export interface MyCoursesListing {
  search: string
  category: number | ''
  page: number
}

/** What its plain address asks for. */
export const ALL_MY_COURSES: MyCoursesListing = { search: '', category: '', page: 1 }

/** What the server is asked for. */
export function pageOfMyCourses({ search, category, page }: MyCoursesListing) {
  return { search, category, current_page: page }
}

/** What the address of the search asks for: `?q=&page=`. */
export interface SearchListing {
  search: string
  page: number
}

/** Reads the search's address. A search that is not made has one page. */
export function readSearchListing(query: URLSearchParams): SearchListing {
  const search = readSearch(query.get('q'))
  return { search, page: search && !searchProblem(search) ? readPage(query.get('page')) : 1 }
}

/** The address that gives `asked` back. */
export function searchAddress({ search, page }: SearchListing): string {
  return withQuery(paths.search, { q: search, page: page > 1 ? page : '' })
}
