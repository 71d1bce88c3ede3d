import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/call.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/Toasts.tsx'
import { storeDiscussion, type DiscussionComment, type DiscussionReply } from '../discussions.contract.ts'
import { draftKey, NOT_ACTIVE } from '../discussions.rules.ts'
import { AskDialog, type Asked } from './AskDialog.tsx'
import { Composer } from './Composer.tsx'
import { Thread } from './Thread.tsx'
import { useDiscussions } from './use-discussions.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

export interface DiscussionProps {
  panelId: number
  userId: number
}

/** Comments drawn at first, and how many more with each wish for more. */
const STEP = 20

/** A field for a new comment, and below it the comments with their replies. */
export function Discussion({ panelId, userId }: DiscussionProps) {
  const list = useRef<HTMLDivElement>(null)
  const onArrival = useSteadyScroll(list)
  const { state, fresh, offline, retry, change } = useDiscussions({ panelId, userId, onArrival })
  const [asked, setAsked] = useState<Asked>()
  // The oldest comment drawn: comments that arrive push none out of sight.
  const [oldest, setOldest] = useState<number>()
  // The button that opened the dialog is gone; reading goes on where it was.
  const acted = useRef(false)
  useEffect(() => {
    if (asked || !acted.current) return
    acted.current = false
    list.current?.focus({ preventScroll: true })
  }, [asked])
  if (state.is === 'closed') return <EmptyState compact message={NOT_ACTIVE} />

  const threads = state.is === 'shown' ? state.threads : []
  const drawn = Math.max(STEP, threads.findIndex(({ id }) => id === oldest) + 1)
  const send = async (content: string, parent?: DiscussionComment) => {
    const body = { discussion_panel_id: panelId, content, ...(parent && { parent_id: parent.id }) }
    const { data } = await call(storeDiscussion, { body })
    toast.success(parent ? 'Reply posted' : 'New Comment added')
    change((before) => withNew(before, data))
  }
  const onDone = ({ to, comment }: Asked) => {
    change((before) => (to === 'delete' ? without(before, comment.id) : withReported(before, comment.id)))
    acted.current = true
  }
  return (
    <div>
      <Composer
        draft={draftKey(userId, panelId)}
        isReply={false}
        label="Write a comment or ask a question"
        submitLabel="Comment"
        onSend={(text) => send(text)}
      />
      {offline && state.is === 'shown' && (
        <p className="mt-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          You are offline. New comments appear as soon as you are back.
        </p>
      )}
      <p role="status" className="mt-4 min-h-6 text-sm font-semibold text-primary">
        {fresh.size > 0 && `${fresh.size} new`}
      </p>
      {state.is === 'loading' && <Skeleton />}
      {state.is === 'failed' && (
        <ErrorState
          compact
          hint={
            state.unreachable
              ? 'You seem to be offline. The discussions load as soon as you are back.'
              : 'Something went wrong on our side.'
          }
          onRetry={retry}
        />
      )}
      {state.is === 'shown' && threads.length === 0 && (
        <EmptyState compact message="No discussions yet. Be the first to start!" />
      )}
      {/* Its own bookkeeping keeps comments in place (use-steady-scroll.ts). */}
      <div ref={list} tabIndex={-1} role="group" aria-label="Comments" className="[overflow-anchor:none]">
        <ul className="divide-y divide-base-300">
          {threads.slice(0, drawn).map((thread) => (
            <Thread
              key={thread.id}
              thread={thread}
              userId={userId}
              fresh={fresh}
              onReply={(parent, text) => send(text, parent)}
              onDelete={(comment, replies) => setAsked({ to: 'delete', comment, replies })}
              onReport={(comment) => setAsked({ to: 'report', comment, replies: 0 })}
            />
          ))}
        </ul>
      </div>
      {threads.length > drawn && (
        <div className="mt-4 text-center">
          <button
            type="button"
            className="btn"
            onClick={() => setOldest(threads[Math.min(drawn + STEP, threads.length) - 1]?.id)}
          >
            Show older comments
          </button>
        </div>
      )}
      <AskDialog asked={asked} onDone={onDone} onClose={() => setAsked(undefined)} />
    </div>
  )
}

/** A look at the list may have brought it already. */
function withNew(threads: DiscussionComment[], added: DiscussionReply): DiscussionComment[] {
  if (threads.some(({ id, replies }) => id === added.id || replies.some((reply) => reply.id === added.id))) {
    return threads
  }
  if (added.parent_id === null) return [{ ...added, replies: [] }, ...threads]
  return threads.map((thread) =>
    thread.id === added.parent_id ? { ...thread, replies: [...thread.replies, added] } : thread,
  )
}

function without(threads: DiscussionComment[], id: number): DiscussionComment[] {
  return threads
    .filter((thread) => thread.id !== id)
    .map((thread) => ({ ...thread, replies: thread.replies.filter((reply) => reply.id !== id) }))
}

function withReported(threads: DiscussionComment[], id: number): DiscussionComment[] {
  const mark = <Comment extends DiscussionReply>(comment: Comment) =>
    comment.id === id ? { ...comment, reported: true } : comment
  return threads.map((thread) => ({ ...mark(thread), replies: thread.replies.map(mark) }))
}
