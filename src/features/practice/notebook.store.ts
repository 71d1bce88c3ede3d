import { atom, computed } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { withQuery } from '#lib/both/paths.ts'
import { getPracticeSummary, listNotebook } from './practice.contract.ts'
import { readSource, WHOLE_NOTEBOOK, type NotebookQuery } from './practice.rules.ts'

/** How the notebook stands. What is shown stays until the new is there. */
export const summary = loading(async (_: void, signal) => (await call(getPracticeSummary, { signal })).data, {
  keeps: 'meanwhile',
})

/**
 * What is asked for; it stands in the address, so that back, reload and a link lead to the same. Null until the address
 * was read.
 */
export const $asked = atom<NotebookQuery | null>(null)

export const $query = computed($asked, (asked) => asked ?? WHOLE_NOTEBOOK)

export const notebook = loading(
  async (query: NotebookQuery, signal) => (await call(listNotebook, { query: { ...query }, signal })).data,
)

/** Asks for both anew while what is shown stays, also when that fails. */
export function refresh(): void {
  for (const each of [summary, notebook]) each.refresh().catch(() => {})
}

function readAddress(): void {
  const params = new URLSearchParams(location.search)
  const source = params.get('source')
  $asked.set({
    show: params.get('show') === 'known' ? 'known' : 'learning',
    source: readSource(source) && source ? source : undefined,
    search: (params.get('search') ?? '').slice(0, 100),
    page: readPage(params.get('page')),
  })
}

/** Asks for another list; what is not given stays, and a new list begins at its first page. */
export function ask(changes: Partial<NotebookQuery>): void {
  const query = { ...$query.get(), page: 1, ...changes }
  const { show, source, search, page } = query
  const params = { show: show === 'known' ? show : undefined, source, search, page: page > 1 ? page : undefined }
  history.pushState(null, '', withQuery(location.pathname, params))
  $asked.set(query)
}

/** Asks for what the address names, now and whenever it changes. @returns a function that ends it */
export function followAddress(): () => void {
  const follow = () => {
    readAddress()
    summary.refresh().catch(() => {})
  }
  // From the back-forward cache: an exam may have been finished meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    follow()
    void notebook.again()
  }
  addEventListener('popstate', follow)
  addEventListener('pageshow', shown)
  readAddress()
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pageshow', shown)
  }
}
