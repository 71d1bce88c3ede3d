import { firstCharacter } from '#lib/both/text/count-characters.ts'
import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import type { ReactNode } from 'react'
import { PlainHtml } from '#ui/PlainHtml.tsx'
import type { DiscussionReply } from '../discussions.contract.ts'

export interface CommentItemProps {
  comment: DiscussionReply
  own: boolean
  /** Has just arrived. */
  fresh: boolean
  onDelete: () => void
  onReport: () => void
  /** More actions, before the others. */
  children?: ReactNode
}

/** The writer's name; of a deleted comment, what stands in its place. */
export function nameOf({ deleted, user }: DiscussionReply): string {
  return deleted ? 'Comment deleted' : user.name
}

/** Who wrote what and when, and what can be done about it. */
export function CommentItem({ comment, own, fresh, onDelete, onReport, children }: CommentItemProps) {
  const name = nameOf(comment)
  const mentor = comment.role === 'mentor'
  return (
    <div
      data-comment={comment.id}
      tabIndex={-1}
      className={`flex scroll-my-24 gap-3 rounded-box p-2 transition-colors duration-1000 sm:gap-4 ${fresh ? 'bg-tint' : ''}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-full text-sm font-semibold ${
          mentor ? 'bg-primary text-primary-content' : 'bg-base-200 text-base-content'
        }`}
      >
        {!comment.deleted && firstCharacter(name.trim()).toUpperCase()}
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          {comment.deleted ? (
            <span className="text-muted italic">{name}</span>
          ) : (
            <bdi className="font-semibold">{name}</bdi>
          )}
          {mentor && <span className="badge badge-sm badge-primary font-semibold">Mentor</span>}
          <time dateTime={isoTime(comment.created_at)} className="text-xs text-muted tabular-nums">
            {displayTime(comment.created_at)}
          </time>
        </p>
        {!comment.deleted && (
          <div className="mt-1">
            <PlainHtml html={comment.content} />
          </div>
        )}
        <div className="mt-1 -ml-3 flex flex-wrap gap-1">
          {children}
          {comment.deleted ? null : own ? (
            <Action label="Delete" about={name} onClick={onDelete} />
          ) : comment.reported ? (
            <span className="inline-flex min-h-8 items-center px-3 text-xs text-muted">Reported</span>
          ) : (
            <Action label="Report" about={name} onClick={onReport} />
          )}
        </div>
      </div>
    </div>
  )
}

export interface ActionProps {
  label: string
  /** Whose comment it is about. */
  about: string
  onClick: () => void
  expanded?: boolean
}

/** A quiet button below a comment. */
export function Action({ label, about, onClick, expanded }: ActionProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm px-3 font-medium text-muted"
      aria-label={`${label}: comment of ${about}`}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
