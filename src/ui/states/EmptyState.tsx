import type { ReactNode } from 'react'
import { InboxDrawing } from '../charts/drawings.tsx'
import { WaysOut, type WayOut } from './WaysOut.tsx'

export interface EmptyStateProps {
  message?: string
  /** What to do about it, in a sentence. */
  hint?: string
  /** The button appears only when both are given (document 1, section 9). */
  actionLabel?: string
  onAction?: () => void
  /** Instead of `onAction`: the button is a link. */
  href?: string
  /** Where else to go, below the button. */
  ways?: readonly WayOut[]
  /** Lower than the specified 400 px, inside a card or a tab. */
  compact?: boolean
  icon?: ReactNode
}

/** The panel where a list has nothing. */
export function EmptyState({
  message = 'No Data Found',
  hint,
  actionLabel,
  onAction,
  href,
  ways = [],
  compact = false,
  icon,
}: EmptyStateProps) {
  return (
    <div
      className={`flex flex-col items-center justify-center gap-2 px-4 py-8 text-center ${compact ? 'min-h-48' : 'min-h-[400px]'}`}
    >
      {icon ?? <InboxDrawing />}
      <p className="mt-4 text-lg font-semibold">{message}</p>
      {hint && <p className="max-w-md text-sm text-muted">{hint}</p>}
      {actionLabel && href && (
        <a href={href} className="btn btn-primary mt-4">
          {actionLabel}
        </a>
      )}
      {actionLabel && onAction && !href && (
        <button type="button" className="btn btn-primary mt-4" onClick={onAction}>
          {actionLabel}
        </button>
      )}
      <WaysOut ways={ways} />
    </div>
  )
}
