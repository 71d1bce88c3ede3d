import { useCallback, useEffect, useState } from 'react'
import { $user } from '#features/auth/auth.store.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listPurchases, type PurchaseItem } from '../purchases.contract.ts'

type State =
  | { is: 'loading' }
  | { is: 'failed'; unreachable: boolean }
  | { is: 'shown'; purchases: PurchaseItem[]; total: number; lastPage: number }

/** The page of the learner's purchases that the address asks for. */
export function usePurchases() {
  const [page, setPage] = useState(() => readPage(new URLSearchParams(location.search).get('page')))
  const [state, setState] = useState<State>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])

  useEffect(() => {
    const read = () => setPage(readPage(new URLSearchParams(location.search).get('page')))
    addEventListener('popstate', read)
    addEventListener('online', retry)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('online', retry)
    }
  }, [retry])

  useEffect(() => {
    const abort = new AbortController()
    setState({ is: 'loading' })
    const params = { userId: $user.get()?.id ?? 0 }
    call(listPurchases, { params, query: { page }, signal: abort.signal }).then(
      ({ data, total, last_page }) => {
        if (page <= last_page) return setState({ is: 'shown', purchases: data, total, lastPage: last_page })
        // There are fewer pages than the address says.
        history.replaceState(null, '', addressOf(last_page))
        setPage(last_page)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ is: 'failed', unreachable: error instanceof Unreachable })
      },
    )
    return () => abort.abort()
  }, [page, attempt])

  const turn = (next: number) => {
    history.pushState(null, '', addressOf(next))
    setPage(next)
  }
  return { state, page, turn, retry }
}

const addressOf = (page: number) => withQuery(location.pathname, { page: page > 1 ? page : '' })
