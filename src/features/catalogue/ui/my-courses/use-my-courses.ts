import { useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { LOADING, useLoaded } from '#lib/browser/call/use-loaded.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listMyCourses } from '../../catalogue.contract.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { ALL_MY_COURSES, pageOfMyCourses, type MyCoursesListing } from '../../listing.rules.ts'
import { readSearch } from '../../read-search.rules.ts'

const courses = loading((asked: MyCoursesListing, signal) =>
  call(listMyCourses, { query: pageOfMyCourses(asked), signal }),
)

/** The page of the learner's courses that the address asks for. */
export function useMyCourses() {
  // The server knows no address; the browser reads it after the first paint.
  const [asked, setAsked] = useState<MyCoursesListing>()
  const state = useLoaded(courses, asked ?? null)
  const past = asked && state.is === 'shown' && asked.page > state.shown.last_page

  useEffect(() => {
    const read = () => setAsked(readAddress())
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])

  useEffect(() => {
    if (!asked || state.is !== 'shown' || asked.page <= state.shown.last_page) return
    // There are fewer pages than the address says.
    const last = { ...asked, page: state.shown.last_page }
    history.replaceState(null, '', addressOf(last))
    setAsked(last)
  }, [asked, state])

  const ask = (next: MyCoursesListing) => {
    history.pushState(null, '', addressOf(next))
    setAsked(next)
  }
  return {
    state: past ? LOADING : state,
    asked: asked ?? ALL_MY_COURSES,
    ask,
    retry: courses.again,
  }
}

function readAddress(): MyCoursesListing {
  const query = new URLSearchParams(location.search)
  return {
    search: readSearch(query.get('search')),
    category: readId(query.get('category')) ?? '',
    page: readPage(query.get('page')),
  }
}

function addressOf({ search, category, page }: MyCoursesListing): string {
  return withQuery(location.pathname, { search, category, page: page > 1 ? page : '' })
}
