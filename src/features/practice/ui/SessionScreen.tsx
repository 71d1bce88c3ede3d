import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { $waiting, know, session, undoKnow, type Item } from '../session.store.ts'
import { Done } from './Done.tsx'
import { SessionQuestion } from './SessionQuestion.tsx'

const sourceOf = () => new URLSearchParams(location.search).get('source') ?? undefined

/** A session: one question at a time, then what became of them. */
export function SessionScreen() {
  const [source] = useState(sourceOf)
  const state = useLoaded(session, source)
  if (state.is === 'loading') return <Skeleton />
  if (state.is === 'failed') {
    return (
      <ErrorState
        hint={
          state.unreachable
            ? 'You seem to be offline. You can start a session when you are back online.'
            : 'Something went wrong on our side.'
        }
        onRetry={session.again}
      />
    )
  }
  const { items, index } = state.shown
  const item = items[index]
  if (!item) return <Done items={items} onMore={session.again} />
  return (
    <div className="mx-auto max-w-3xl">
      <SessionHeader items={items} index={index} />
      <SessionQuestion key={index} item={item} index={index} total={items.length} />
    </div>
  )
}

function SessionHeader({ items, index }: { items: Item[]; index: number }) {
  const waiting = useStore($waiting).length
  const before = index - 1
  const answering = items[index]?.answering
  return (
    <div className="mb-6">
      <div className="flex items-center gap-4">
        <progress
          className="progress progress-primary h-2 grow"
          value={index}
          max={items.length}
          aria-label={`${index} of ${counted(items.length, 'question')} done`}
        />
        {(answering?.is === 'open' || answering?.is === 'checked') && (
          <button type="button" className="btn btn-ghost btn-sm -mr-2 text-primary" onClick={() => void know()}>
            I know this
          </button>
        )}
        <a href="#overview" className="btn btn-ghost btn-sm -mr-3">
          Leave
        </a>
      </div>
      {waiting > 0 && (
        <p role="status" className="mt-2 flex items-center gap-2 text-sm">
          <CloudOffIcon className="size-4 shrink-0 text-warning" />
          {counted(waiting, 'answer')} on this device
        </p>
      )}
      {items[before]?.answering.is === 'removed' && (
        <p role="status" className="mt-2 flex items-center gap-2 text-sm">
          Taken out of your notebook.
          <button type="button" className="btn btn-ghost btn-sm text-primary" onClick={() => void undoKnow(before)}>
            Undo
          </button>
        </p>
      )}
    </div>
  )
}
