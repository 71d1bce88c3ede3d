import { atom } from 'nanostores'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { readPage } from '#lib/both/calls/read-page.ts'
import { withQuery } from '#lib/both/paths.ts'
import { getPracticeSummary, listNotebook, type PracticeSummary } from './practice.contract.ts'
import { readSource } from './practice.rules.ts'

type Failed = { failed: true; unreachable: boolean }

export const $summary = atom<'loading' | Failed | PracticeSummary>('loading')

export interface NotebookQuery {
  show: 'learning' | 'known'
  /** One source only, like `exam:12`. */
  source: string | undefined
  search: string
  page: number
}

/** What is asked for; it stands in the address, so that back, reload and a link lead to the same. */
export const $query = atom<NotebookQuery>({ show: 'learning', source: undefined, search: '', page: 1 })

export const $notebook = atom<'loading' | Failed | ReplyOf<typeof listNotebook>['data']>('loading')

let summaries = 0
let lists = 0

/** Loads how the notebook stands. What is shown stays until the new is there. */
export async function loadSummary(): Promise<void> {
  const turn = (summaries += 1)
  const before = $summary.get()
  if (before === 'loading' || 'failed' in before) $summary.set('loading')
  try {
    const { data } = await call(getPracticeSummary)
    if (turn === summaries) $summary.set(data)
  } catch (error) {
    if (turn === summaries) $summary.set({ failed: true, unreachable: error instanceof Unreachable })
  }
}

/** Loads the list that is asked for. @param quietly what is shown stays meanwhile */
export async function loadNotebook(quietly = false): Promise<void> {
  const turn = (lists += 1)
  if (!quietly) $notebook.set('loading')
  const { show, source, search, page } = $query.get()
  try {
    const { data } = await call(listNotebook, { query: { show, source, search, page } })
    if (turn !== lists) return
    // The last row of the last page is gone.
    if (data.data.length === 0 && page > 1) return ask({ page: data.last_page })
    $notebook.set(data)
  } catch (error) {
    if (turn === lists) $notebook.set({ failed: true, unreachable: error instanceof Unreachable })
  }
}

function readAddress(): void {
  const params = new URLSearchParams(location.search)
  const source = params.get('source')
  $query.set({
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
  $query.set(query)
  void loadNotebook()
}

/** Reads the address now and whenever it changes. @returns a function that ends it */
export function followAddress(onChange: () => void): () => void {
  const follow = () => {
    readAddress()
    onChange()
  }
  // From the back-forward cache: an exam may have been finished meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && follow()
  addEventListener('popstate', follow)
  addEventListener('pageshow', shown)
  follow()
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pageshow', shown)
  }
}
