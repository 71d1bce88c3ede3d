import { useEffect, useState } from 'react'
import { $user } from '#features/auth/auth.store.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { LOADING, useLoaded } from '#lib/browser/call/use-loaded.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listPurchases } from '../purchases.contract.ts'

const purchases = loading((page: number, signal) =>
  call(listPurchases, { params: { userId: $user.get()?.id ?? 0 }, query: { page }, signal }),
)

/** The page of the learner's purchases that the address asks for. */
export function usePurchases() {
  const [page, setPage] = useState(() => readPage(new URLSearchParams(location.search).get('page')))
  const state = useLoaded(purchases, page)
  const last = state.is === 'shown' ? state.shown.last_page : page

  useEffect(() => {
    const read = () => setPage(readPage(new URLSearchParams(location.search).get('page')))
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])

  useEffect(() => {
    if (page <= last) return
    // There are fewer pages than the address says.
    history.replaceState(null, '', addressOf(last))
    setPage(last)
  }, [page, last])

  const turn = (next: number) => {
    history.pushState(null, '', addressOf(next))
    setPage(next)
  }
  return { state: page <= last ? state : LOADING, page, turn, retry: purchases.again }
}

const addressOf = (page: number) => withQuery(location.pathname, { page: page > 1 ? page : '' })
