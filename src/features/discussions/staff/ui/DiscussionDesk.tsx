import { useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { LearnerFactsCard } from '#features/auth/staff/ui/LearnerFactsCard.tsx'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { moderation } from '../moderation.browser.ts'
import { showThread, type StaffComment } from '../threads.contract.ts'
import { CommentCard } from './CommentCard.tsx'
import { MentorReply } from './MentorReply.tsx'

const thread = loading((id: number, signal) => staffCall(showThread, { params: { id }, signal }), { mayMiss: true })

/** A comment with its replies, for whoever answers and moderates; beside it what is known of the learner. */
function DiscussionDesk({ id }: { id: number }) {
  const loaded = useLoaded(thread, id)
  useRefreshed(thread)
  return (
    <>
      {loaded.is === 'loading' && (
        <div aria-busy="true" className="space-y-4">
          <p role="status" className="sr-only">
            Loading the discussion
          </p>
          <div className="skeleton h-8 w-2/3" />
          <div className="skeleton h-24" />
          <div className="skeleton ml-6 h-24" />
        </div>
      )}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <h1 className="sr-only">Discussion</h1>}
      {loaded.is === 'missing' && (
        <EmptyState
          compact
          message="There is no such comment"
          hint="Its writer may have deleted it, or somebody of the staff."
          actionLabel="All discussions"
          href={staffPaths.discussions}
        />
      )}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This discussion" onRetry={() => void thread.again()} />
      )}
      {loaded.is === 'shown' && <Shown shown={loaded.shown} />}
      <Toasts />
    </>
  )
}

export const DiscussionIsland = numbered(DiscussionDesk, (id = 0) => ({ id }))

type Asked = { what: 'delete' | 'block'; comment: StaffComment } | undefined

const refresh = () => thread.refresh().catch(() => {})
const acts = moderation(refresh)

function Shown({ shown }: { shown: Awaited<ReturnType<typeof thread.refresh>> }) {
  const [asked, setAsked] = useState<Asked>()
  const { id, course, comments, replies, learner, may_reply } = shown
  const [top, ...answers] = comments
  const close = () => setAsked(undefined)
  const gone = top?.sight === 'hidden'
  const card = (comment: StaffComment) => (
    <CommentCard
      comment={comment}
      acts={acts}
      onDelete={() => setAsked({ what: 'delete', comment })}
      onBlock={() => setAsked({ what: 'block', comment })}
    />
  )
  return (
    <>
      <header className="mb-4">
        <h1 className="text-2xl font-bold [overflow-wrap:anywhere]">{course.title}</h1>
        <p className="mt-1 text-sm text-muted">
          Comment {id} · {counted(replies, 'reply', 'replies')}
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {top && card(top)}
          {answers.length > 0 && (
            <ul aria-label="Replies" className="mt-3 ml-3 space-y-3 border-l-2 border-base-300 pl-3 sm:ml-6 sm:pl-4">
              {answers.map((comment) => (
                <li key={comment.id}>{card(comment)}</li>
              ))}
            </ul>
          )}
          {gone && (
            <p className="mt-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
              Nobody can reply while the comment is hidden.
            </p>
          )}
          {may_reply && !gone && <MentorReply key={id} commentId={id} refresh={refresh} />}
        </div>
        <aside>{learner && <LearnerFactsCard learner={learner} />}</aside>
      </div>
      <ReasonDialog
        open={asked?.what === 'delete'}
        title="Delete the words of this comment"
        readBy="learner"
        keeps={`delete ${asked?.comment.id}`}
        message="They are gone for good, also for staff, and its replies are out of sight with it. Its writer is told. To take it out of sight for a while, hide it."
        presets={['Personal data of somebody', 'Unlawful']}
        confirmLabel="Delete"
        danger
        onCancel={close}
        onConfirm={async (reason) => {
          await acts.remove(asked!.comment.id, reason)
          close()
        }}
      />
      <ReasonDialog
        open={asked?.what === 'block'}
        title={`${asked?.comment.writer.name ?? 'This learner'} may write no more`}
        readBy="learner"
        keeps={`block ${asked?.comment.id}`}
        message="They go on reading discussions, and learn why when they try to write. You can let them write again."
        presets={['Insults others', 'Advertising']}
        confirmLabel="Block from writing"
        danger
        onCancel={close}
        onConfirm={async (reason) => {
          await acts.block(asked!.comment.writer.id, reason)
          close()
        }}
      />
    </>
  )
}
