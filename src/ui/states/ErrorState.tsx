import TriangleAlertIcon from 'virtual:lucide/triangle-alert'
import { WaysOut, type WayOut } from './WaysOut.tsx'

export interface ErrorStateProps {
  message?: string
  hint?: string
  /** The button to try again appears only with it. */
  onRetry?: () => void
  /** Where else to go, on a screen that has no menu. */
  ways?: readonly WayOut[]
  compact?: boolean
}

/** What stands where content could not be loaded. */
export function ErrorState({
  message = 'Failed to load data',
  hint,
  onRetry,
  ways = [],
  compact = false,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={`flex flex-col items-center justify-center gap-2 px-4 py-8 text-center ${compact ? 'min-h-48' : 'min-h-[400px]'}`}
    >
      <span className="grid size-14 place-items-center rounded-full bg-error/10 text-error">
        <TriangleAlertIcon className="size-7" />
      </span>
      <p className="mt-3 text-lg font-semibold">{message}</p>
      {hint && <p className="max-w-md text-sm text-muted">{hint}</p>}
      {onRetry && (
        <button type="button" className="btn mt-4" onClick={onRetry}>
          Try again
        </button>
      )}
      <WaysOut ways={ways} />
    </div>
  )
}
