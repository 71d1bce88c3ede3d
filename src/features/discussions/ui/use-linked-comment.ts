import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { readId } from '#lib/both/calls/read-id.ts'
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
  const looked = useRef(false)
  useEffect(() => {
    if (id === undefined || !threads || looked.current) return
    looked.current = true
    if (hasComment(threads, id)) return onFound(id)
    call(getThread, { params: { id } }).then(
      ({ data, later }) => {
        const listed = threads.some((thread) => thread.id === data.id)
        if (listed && !later) apply((list) => list.map((thread) => (thread.id === data.id ? data : thread)))
        else setLinked({ is: 'apart', thread: data, later, upTo: data.replies.at(-1)?.id })
        onFound(id)
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) setLinked({ is: 'gone' })
        else toast.error('Failed to fetch discussions', { id: 'discussions' })
      },
    )
  })
  return { linked, setLinked }
}
