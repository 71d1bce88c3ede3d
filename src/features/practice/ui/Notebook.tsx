import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { usePainted } from '#lib/browser/use-painted.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import { $query, ask, notebook } from '../notebook.store.ts'
import type { listNotebook, PracticeSummary } from '../practice.contract.ts'
import { MAX_NOTEBOOK_SEARCH } from '../practice.rules.ts'
import SearchIcon from 'virtual:lucide/search'
import { NotebookItem } from './NotebookItem.tsx'
import { ListSkeleton } from './OverviewSkeleton.tsx'

export interface NotebookProps {
  summary: PracticeSummary
  listed: Loaded<ReplyOf<typeof listNotebook>['data'], false>
}

/** The questions of the notebook, and those that have left it. */
export function Notebook({ summary, listed }: NotebookProps) {
  const { show, search, page } = useStore($query)
  // The questions wait for the first paint: styles of their formulas are still loading.
  const isPainted = usePainted()
  const found = isPainted && listed.is === 'shown' ? listed.shown : undefined
  // The last row of the last page is gone.
  const last = found && found.data.length === 0 && page > 1 ? found.last_page : page
  useEffect(() => {
    if (last !== page) ask({ page: last })
  }, [last, page])
  const top = useRef<HTMLDivElement>(null)
  const tabs = [
    { id: 'learning', label: 'Notebook', badge: summary.learning },
    { id: 'known', label: 'Known', badge: summary.known },
  ] as const
  const turn = (to: number) => {
    ask({ page: to })
    top.current?.scrollIntoView()
  }
  return (
    <div ref={top} className="mt-8 scroll-mt-20">
      <Tabs
        label="Questions"
        tabs={tabs}
        selected={show}
        onSelect={(to) => ask({ show: to, search: '' })}
        onReselect={notebook.again}
      >
        <Search key={`${show} ${search}`} />
        {listed.is === 'failed' ? (
          <ErrorState
            compact
            {...(listed.unreachable && { hint: 'You seem to be offline.' })}
            onRetry={notebook.again}
          />
        ) : !found || last !== page ? (
          <div role="status">
            <span className="sr-only">Loading</span>
            <ListSkeleton />
          </div>
        ) : found.data.length === 0 ? (
          <EmptyState compact message={emptyText(show, search)} />
        ) : (
          <>
            <ul className="space-y-3">
              {found.data.map((row) => (
                <NotebookItem key={row.question_id} row={row} />
              ))}
            </ul>
            <div className="mt-8">
              <Pagination current={page} last={found.last_page} onPage={turn} />
            </div>
          </>
        )}
      </Tabs>
    </div>
  )
}

function emptyText(show: 'learning' | 'known', search: string): string {
  if (search) return `No question contains '${search}'.`
  return show === 'known' ? 'Questions that you already know are listed here.' : 'No questions here.'
}

function Search() {
  const { search } = useStore($query)
  const [text, setText] = useState(search)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Sent from here, the list is new and the field with it: the learner goes on typing.
    if (search) input.current?.focus({ preventScroll: true })
  }, [search])
  return (
    <form
      role="search"
      aria-label="Search your notebook"
      className="mb-4 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== search) ask({ search: text.trim() })
      }}
    >
      <input
        ref={input}
        type="search"
        className="input min-w-0 grow sm:max-w-sm"
        aria-label="Words of a question"
        placeholder="Search in questions"
        maxLength={MAX_NOTEBOOK_SEARCH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="btn btn-square">
        <SearchIcon />
        <span className="sr-only">Search</span>
      </button>
      {search && (
        <button type="button" className="btn btn-ghost" onClick={() => ask({ search: '' })}>
          Show all
        </button>
      )}
    </form>
  )
}
