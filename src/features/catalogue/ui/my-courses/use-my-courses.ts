import { useCallback, useEffect, useState } from 'react'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listMyCourses, type CourseCard } from '../../catalogue.contract.ts'
import { readSearch } from '../../search.rules.ts'

interface Asked {
  search: string
  category: number | ''
  page: number
}

type State =
  | { is: 'loading' }
  | { is: 'failed'; unreachable: boolean }
  | { is: 'shown'; courses: CourseCard[]; total: number; lastPage: number }

/** The page of the learner's courses that the address asks for. */
export function useMyCourses() {
  // The server knows no address; the browser reads it after the first paint.
  const [asked, setAsked] = useState<Asked>()
  const [state, setState] = useState<State>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    const read = () => setAsked(readAddress())
    read()
    addEventListener('popstate', read)
    addEventListener('online', retry)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('online', retry)
    }
  }, [retry])

  useEffect(() => {
    if (!asked) return
    const abort = new AbortController()
    setState({ is: 'loading' })
    const { search, category, page } = asked
    call(listMyCourses, { query: { search, category, current_page: page }, signal: abort.signal }).then(
      ({ data, total, last_page }) => {
        if (asked.page <= last_page) return setState({ is: 'shown', courses: data, total, lastPage: last_page })
        // There are fewer pages than the address says.
        const last = { ...asked, page: last_page }
        history.replaceState(null, '', addressOf(last))
        setAsked(last)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ is: 'failed', unreachable: error instanceof Unreachable })
      },
    )
    return () => abort.abort()
  }, [asked, attempt])

  const ask = (next: Asked) => {
    history.pushState(null, '', addressOf(next))
    setAsked(next)
  }
  return { state, asked: asked ?? { search: '', category: '', page: 1 }, ask, retry }
}

function readAddress(): Asked {
  const query = new URLSearchParams(location.search)
  return {
    search: readSearch(query.get('search')),
    category: readId(query.get('category')) ?? '',
    page: readPage(query.get('page')),
  }
}

function addressOf({ search, category, page }: Asked): string {
  return withQuery(location.pathname, { search, category, page: page > 1 ? page : '' })
}
