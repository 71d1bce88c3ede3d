import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast } from '#ui/Toasts.tsx'
import { storeDiscussion, type DiscussionComment } from '../discussions.contract.ts'
import { draftKey, NOT_ACTIVE } from '../discussions.rules.ts'
import { withAdded, without, withPage, withReplies, withReported } from '../threads.rules.ts'
import { AskDialog, type Asked } from './AskDialog.tsx'
import { Composer } from './Composer.tsx'
import { MoreButton } from './MoreButton.tsx'
import { Thread } from './Thread.tsx'
import { useBring } from './use-bring.ts'
import { repliesBeside, useDiscussions, type Change } from './use-discussions.ts'
import { linkedId, useLinkedComment } from './use-linked-comment.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

export interface DiscussionProps {
  panelId: number
  userId: number
}

/** A field for a new comment, and below it the comments with their replies. */
export function Discussion({ panelId, userId }: DiscussionProps) {
  const list = useRef<HTMLDivElement>(null)
  const onArrival = useSteadyScroll(list)
  const bring = useBring(list)
  const { state, fresh, offline, retry, change, apply, showOlder } = useDiscussions({ panelId, userId, onArrival })
  const threads = state.is === 'shown' ? state.threads : undefined
  const [asked, setAsked] = useState<Asked>()
  // What the learner wrote last, or came for.
  const [pointed, setPointed] = useState<number>()
  const [linkTo] = useState(linkedId)
  const { linked, setLinked } = useLinkedComment({
    id: linkTo,
    threads,
    apply,
    onFound: (id) => {
      setPointed(id)
      bring({ id, focus: true })
    },
  })
  // The button that opened the dialog is gone; reading goes on where it was.
  const acted = useRef(false)
  useEffect(() => {
    if (asked || !acted.current) return
    acted.current = false
    list.current?.focus({ preventScroll: true })
  }, [asked])
  if (state.is === 'closed') return <EmptyState compact message={NOT_ACTIVE} />

  const apart = linked.is === 'apart' ? linked : undefined
  const changeApart = (made: Change) => {
    setLinked((now) => {
      if (now.is !== 'apart') return now
      const [thread] = made([now.thread])
      return thread ? { ...now, thread } : { is: 'none' }
    })
  }
  const send = async (content: string, parent?: DiscussionComment) => {
    const body = { discussion_panel_id: panelId, content, ...(parent && { parent_id: parent.id }) }
    const { data } = await call(storeDiscussion, { body })
    toast.success(parent ? 'Reply posted' : 'New Comment added')
    // After a comment one may write the next; the field of a reply closes.
    bring({ id: data.id, focus: parent !== undefined })
    setPointed(data.id)
    change((before) => withAdded(before, data))
    if (parent?.id === apart?.thread.id) changeApart((before) => withAdded(before, data))
  }
  const onDone = ({ to, comment }: Asked) => {
    const made: Change = (before) => (to === 'delete' ? without(before, comment.id) : withReported(before, comment.id))
    change(made)
    changeApart(made)
    acted.current = true
  }
  const showReplies = async (thread: DiscussionComment, side: 'earlier' | 'later') => {
    const inApart = thread.id === apart?.thread.id
    const page = await repliesBeside(thread, side, inApart ? apart.upTo : undefined)
    if (!page) return undefined
    const first = page.data[0]
    if (first) bring({ id: first.id, focus: true })
    if (inApart) setLinked((now) => (now.is === 'apart' ? { is: 'apart', ...withPage(now, side, page) } : now))
    else apply((before) => before.map((one) => (one.id === thread.id ? withReplies(one, page.data) : one)))
    return page.more
  }
  const drawn = (thread: DiscussionComment, later = false) => (
    <Thread
      key={thread.id}
      thread={thread}
      later={later}
      userId={userId}
      isNew={(id) => fresh.has(id) || id === pointed}
      onReply={(parent, text) => send(text, parent)}
      onShow={(side) => showReplies(thread, side)}
      onDelete={(comment, replies) => setAsked({ to: 'delete', comment, replies })}
      onReport={(comment) => setAsked({ to: 'report', comment, replies: 0 })}
    />
  )
  return (
    <div>
      <Composer
        draft={draftKey(userId, panelId)}
        isReply={false}
        label="Write a comment or ask a question"
        submitLabel="Comment"
        onSend={(text) => send(text)}
      />
      {offline && threads && (
        <p className="mt-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          You are offline. New comments will appear as soon as you are back online.
        </p>
      )}
      <p role="status" className="mt-4 min-h-6 text-sm font-semibold text-primary">
        {fresh.size > 0 && `${fresh.size} new`}
      </p>
      {linked.is === 'gone' && (
        <p role="status" className="mb-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          The comment you were looking for has been deleted.
        </p>
      )}
      {state.is === 'loading' && <Skeleton />}
      {state.is === 'failed' && (
        <ErrorState
          compact
          hint={
            state.unreachable
              ? 'You seem to be offline. The discussions will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={retry}
        />
      )}
      {threads?.length === 0 && <EmptyState compact message="No discussions yet. Be the first to start!" />}
      {/* Its own bookkeeping keeps comments in place (use-steady-scroll.ts). */}
      <div ref={list} tabIndex={-1} role="group" aria-label="Comments" className="[overflow-anchor:none]">
        {apart && (
          <section aria-label="From your notification" className="mb-4 rounded-box border border-base-300 px-2">
            <h3 className="px-2 pt-3 text-sm font-semibold text-muted">From your notification</h3>
            <ul>{drawn(apart.thread, apart.later)}</ul>
          </section>
        )}
        <ul className="divide-y divide-base-300">
          {threads?.filter(({ id }) => id !== apart?.thread.id).map((thread) => drawn(thread))}
        </ul>
      </div>
      {state.is === 'shown' && state.more && (
        <div className="mt-4 text-center">
          <MoreButton
            label="Show earlier comments"
            onClick={async () => {
              const first = await showOlder()
              if (first) bring({ id: first, focus: true })
            }}
          />
        </div>
      )}
      <AskDialog asked={asked} onDone={onDone} onClose={() => setAsked(undefined)} />
    </div>
  )
}
