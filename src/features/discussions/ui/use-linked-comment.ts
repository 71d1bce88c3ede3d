import { useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { toast } from '#ui/Toasts.tsx'
import { getThread, type DiscussionComment } from '../discussions.contract.ts'
import { hasComment, type Apart } from '../threads.rules.ts'
import type { Change } from './use-discussions.ts'

/** What a link to one comment has come to. */
export type Linked =
  | { is: 'none' }
  /** It was deleted. */
  | { is: 'gone' }
  /** It stands above the list, since the list does not reach so far. */
  | ({ is: 'apart' } & Apart)

/** The comment that the page's address names, as notifications do. */
export function linkedId(): number | undefined {
  return readId(new URLSearchParams(location.search).get('comment'))
}

/** The thread of a comment that the list does not have. */
const itsThread = loading((id: number, signal) => call(getThread, { params: { id }, signal }), {
  mayMiss: true,
  onFailed: () => void toast.error('Failed to fetch discussions', { id: 'discussions' }),
})

export interface LinkedCommentOptions {
  id: number | undefined
  /** The list, as soon as it is there. */
  threads: readonly DiscussionComment[] | undefined
  /** Changes the list. */
  apply: (change: Change) => void
  /** Called when the comment is drawn. */
  onFound: (id: number) => void
}

/** Finds the comment that a link leads to: in the list, or asks for it. Once; the list goes its own way then. */
export function useLinkedComment({ id, threads, apply, onFound }: LinkedCommentOptions) {
  const [linked, setLinked] = useState<Linked>({ is: 'none' })
  const [search, setSearch] = useState<'none' | 'asked' | 'over'>('none')
  const state = useLoaded(itsThread, search === 'asked' && id !== undefined ? id : null)
  useEffect(() => {
    if (id === undefined || !threads || search === 'over') return
    if (search === 'none') {
      const listed = hasComment(threads, id)
      setSearch(listed ? 'over' : 'asked')
      if (listed) onFound(id)
      return
    }
    if (state.is === 'missing') setLinked({ is: 'gone' })
    else if (state.is === 'shown') {
      const { data, later } = state.shown
      const listed = threads.some((thread) => thread.id === data.id)
      if (listed && !later) apply((list) => list.map((thread) => (thread.id === data.id ? data : thread)))
      else setLinked({ is: 'apart', thread: data, later, upTo: data.replies.at(-1)?.id })
      onFound(id)
    } else if (state.is === 'loading') return
    // After a failure, too: found later it would take the focus from who writes meanwhile.
    setSearch('over')
  })
  return { linked, setLinked }
}
