import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { paths } from '#lib/both/paths.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import * as contracts from '../news-entries.contract.ts'
import type { NewsEntry as Entry } from '../news-entries.contract.ts'
import { choices } from './choices.browser.ts'
import { NewsBadge } from './NewsBadge.tsx'
import { keepPage, newsFields } from './news-fields.ts'

const entryOf = loading((id: number, signal) => staffCall(contracts.getNews, { params: { id }, signal }), {
  mayMiss: true,
})

/** An entry of news: what it says, to be changed, and whether it is there. */
export function NewsEntry({ rules }: { rules: FormRules }) {
  const [id] = useState(() => numbersOfAddress()[0]!)
  const loaded = useLoaded(entryOf, id)
  const offered = useLoaded(choices)
  if (loaded.is === 'missing') return <EmptyState message="There is no such entry of news" />
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This entry" onRetry={() => void entryOf.again()} />
  if (loaded.is === 'loading') return <Skeleton />
  const entry = loaded.shown
  return (
    <>
      <Head entry={entry} />
      <div className="max-w-3xl">
        <StaffForm
          endpoint={contracts.changeNews}
          rules={rules}
          fields={fieldsOf(offered.is === 'shown' ? offered.shown.categories : [], entry)}
          initial={formOf(entry)}
          also={{ id, version: entry.version, published_was: entry.published_at }}
          submitLabel="Save"
          then={(reply) => formOf(reply.entry)}
          onDone={(reply) => {
            entryOf.change(() => reply.entry)
            toast.success('Saved')
          }}
        />
      </div>
      <Toasts />
    </>
  )
}

function fieldsOf(categories: readonly string[], entry: Entry) {
  const fields = newsFields(categories, entry)
  return entry.page === 'html' ? [...fields.slice(0, -1), keepPage, ...fields.slice(-1)] : fields
}

const formOf = (entry: Entry) => ({ ...entry, keep_page: entry.page === 'html' })

function Head({ entry }: { entry: Entry }) {
  const { id, title, text, state, published_at, changed } = entry
  // What was typed in the form stays, and its version: whoever saves is told of what others have changed.
  const reload = async () => {
    const { state: next } = await staffCall(contracts.getNews, { params: { id } })
    entryOf.change((shown) => ({ ...shown, state: next }))
  }
  const show = async (shown: boolean) => {
    await staffCall(shown ? contracts.restoreNews : contracts.withdrawNews, { body: { id } })
    await reload()
  }
  const act = async (shown: boolean) => {
    try {
      await show(shown)
      undoToast(shown ? 'Brought back' : 'Withdrawn: nobody sees it any more', () => show(!shown))
    } catch (error) {
      toast.error(failureWords(error))
    }
  }
  return (
    <div className="mb-5 flex max-w-3xl flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <h1 className="line-clamp-2 text-2xl font-bold [overflow-wrap:anywhere]">
          <bdi>{title ?? text}</bdi>
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <NewsBadge state={state} />
          {state === 'scheduled' && <span>It appears on {displayTime(published_at)}.</span>}
          {state === 'published' && (
            <a href={paths.newsArticle(id)} className="link" target="_blank" rel="noopener">
              See the page
            </a>
          )}
          {changed && (
            <span>
              Changed by <bdi>{changed.by}</bdi> on {displayTime(changed.at)}
            </span>
          )}
        </p>
      </div>
      <button type="button" className="btn" onClick={() => void act(state === 'withdrawn')}>
        {state === 'withdrawn' ? 'Bring back' : 'Withdraw'}
      </button>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="max-w-3xl space-y-4" aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="skeleton h-16" />
      <div className="skeleton h-11" />
      <div className="skeleton h-24" />
      <div className="skeleton h-40" />
      <div className="skeleton h-72" />
    </div>
  )
}
