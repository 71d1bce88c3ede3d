import type { ReactNode } from 'react'
import { displayTime } from '#lib/both/time/clock.ts'
import { PlainHtml } from '#ui/PlainHtml.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { moderation } from '../moderation.browser.ts'
import type { StaffComment } from '../threads.contract.ts'

export interface CommentCardProps {
  comment: StaffComment
  acts: ReturnType<typeof moderation>
  /** Both are asked about first. */
  onDelete: () => void
  onBlock: () => void
}

/** A comment or reply with who wrote it, who reported it, and what can be done about it. */
export function CommentCard({ comment, acts, onDelete, onBlock }: CommentCardProps) {
  const { id, writer, content, created_at, sight, reports } = comment
  const name = writer.name ?? 'Learner'
  const waiting = reports.filter(({ settled_at }) => settled_at === null)
  const act = (label: string, run: () => unknown) => (
    <Act label={label} about={name} onClick={() => void run()}>
      {label}
    </Act>
  )
  return (
    <article
      aria-label={`Comment of ${name}`}
      className={`rounded-box border p-3 text-sm ${waiting.length > 0 ? 'border-error' : 'border-base-300'} ${
        sight === 'hidden' ? 'border-dashed bg-base-200' : 'bg-base-100'
      }`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        {writer.role === 'mentor' && <span className="badge badge-sm badge-primary font-semibold">Mentor</span>}
        {writer.muted && <StatusBadge tone="waiting">May not write</StatusBadge>}
        {sight === 'hidden' && <StatusBadge tone="plain">Hidden</StatusBadge>}
        {sight === 'deleted' && <StatusBadge tone="plain">Deleted by its writer</StatusBadge>}
        <span className="text-xs text-muted">
          <Instant at={created_at} />
        </span>
      </p>
      <div className="mt-1">
        <PlainHtml html={content} />
      </div>
      {reports.length > 0 && (
        <p className={`mt-2 text-xs ${waiting.length > 0 ? 'text-error' : 'text-muted'}`}>
          Reported by {reports.map(({ by, at }) => `${by ?? 'a learner'} (${displayTime(at)})`).join(', ')}
          {waiting.length === 0 && '; looked at'}
        </p>
      )}
      <div className="-ml-2 mt-1 flex flex-wrap gap-1">
        {waiting.length > 0 && sight === 'shown' && act('Keep', () => acts.keep(id))}
        {sight === 'shown' && act('Hide', () => acts.hide(id))}
        {sight === 'hidden' && act('Restore', () => acts.restore(id))}
        {act('Delete', onDelete)}
        {!writer.staff &&
          writer.role === 'learner' &&
          (writer.muted ? act('Let write again', () => acts.unblock(writer.id)) : act('Block', onBlock))}
      </div>
    </article>
  )
}

interface ActProps {
  label: string
  about: string
  onClick: () => void
  children: ReactNode
}

function Act({ label, about, onClick, children }: ActProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm px-2 font-medium text-muted"
      aria-label={`${label}: comment of ${about}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
