import { describe, expect, it } from 'vitest'
import {
  canonicalAddress,
  listingAddress,
  readListing,
  readSearchListing,
  searchAddress,
  sortLabels,
  type Listing,
} from './listing.rules.ts'
import { readSearch } from './read-search.rules.ts'
import { canClear, searchProblem } from './search.rules.ts'

const categories = [{ id: 3 }, { id: 7 }]
const read = (query: string) => readListing(new URLSearchParams(query), categories)
const plain: Listing = { search: '', category: '', sort: 'latest', page: 1 }

describe('the address of the course list', () => {
  it('asks for the latest courses of every category unless it says otherwise', () => {
    expect(read('')).toEqual(plain)
    expect(read('search=+polity+&category=7&sort=rating&page=2')).toEqual({
      search: 'polity',
      category: 7,
      sort: 'rating',
      page: 2,
    })
  })

  it.each([
    'page=abc',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=99999999',
    'category=99',
    'category=abc',
    'sort=price',
    'sort=',
    'search=',
  ])('takes %s for not given', (query) => {
    expect(read(query)).toEqual(plain)
  })

  it('says what is not the default, so that filters keep each other', () => {
    expect(listingAddress(plain)).toBe('/courses')
    const listing: Listing = { search: 'a & b', category: 7, sort: 'popularity', page: 2 }
    expect(listingAddress(listing)).toBe('/courses?search=a+%26+b&category=7&sort=popularity&page=2')
    expect(readListing(new URL(listingAddress(listing), 'http://x').searchParams, categories)).toEqual(listing)
  })

  it('is canonical without filters; the pages of the whole list have their own', () => {
    expect(canonicalAddress(plain)).toBe('/courses')
    expect(canonicalAddress({ ...plain, page: 2 })).toBe('/courses?page=2')
    expect(canonicalAddress({ ...plain, search: 'polity', page: 2 })).toBe('/courses')
    expect(canonicalAddress({ ...plain, category: 3, page: 2 })).toBe('/courses')
    expect(canonicalAddress({ ...plain, sort: 'rating', page: 2 })).toBe('/courses')
  })
})

it('courses are in the order of popularity, date or rating', () => {
  expect(sortLabels).toEqual({ popularity: 'Popular', latest: 'Latest', rating: 'Rating' })
})

describe('the address of the search', () => {
  const asked = (query: string) => readSearchListing(new URLSearchParams(query))

  it('has a page of what is searched for, and one page where nothing is', () => {
    expect(asked('q=+polity+&page=3')).toEqual({ search: 'polity', page: 3 })
    expect(asked('page=3')).toEqual({ search: '', page: 1 })
    expect(asked('q=ab&page=3')).toEqual({ search: 'ab', page: 1 })
  })

  it('leaves out what is the default', () => {
    expect(searchAddress({ search: 'a & b', page: 1 })).toBe('/search?q=a+%26+b')
    expect(searchAddress({ search: 'polity', page: 2 })).toBe('/search?q=polity&page=2')
  })
})

describe('a search', () => {
  it('needs three characters besides blanks, or none', () => {
    const message = 'Please enter at least 3 characters to search.'
    expect(searchProblem('ab')).toBe(message)
    expect(searchProblem(' a b ')).toBe(message)
    expect(searchProblem('abc')).toBeUndefined()
    expect(searchProblem('')).toBeUndefined()
    expect(searchProblem('   ')).toBeUndefined()
  })

  it('can be cleared from the third character on', () => {
    expect([canClear('ab'), canClear(' ab '), canClear('abc')]).toEqual([false, false, true])
  })

  it('has no blanks around it and at most 100 characters', () => {
    expect(readSearch('  polity \t of  India ')).toBe('polity of India')
    expect(readSearch('x'.repeat(300))).toHaveLength(100)
    expect(readSearch('നു'.repeat(120))).toBe('നു'.repeat(100))
    expect(readSearch(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99))
    expect(readSearch(null)).toBe('')
  })

  it('is not cut within a character, and keeps those that are whole', () => {
    expect(readSearch(`${'x'.repeat(99)}😀😀`)).toBe(`${'x'.repeat(99)}😀`)
    expect(readSearch('a 😀 b')).toBe('a 😀 b')
  })
})
