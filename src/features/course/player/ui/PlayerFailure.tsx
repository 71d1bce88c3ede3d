import TriangleAlertIcon from 'virtual:lucide/triangle-alert'

/** Stands over a video that does not play. */
export function PlayerFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center bg-black/85 p-4 text-center text-white">
      <div className="flex flex-col items-center gap-2">
        <TriangleAlertIcon className="size-8" />
        <p className="font-semibold">This video cannot be played right now.</p>
        <p className="text-sm text-white/80">
          {navigator.onLine ? 'Your place in it is saved.' : 'You seem to be offline. Your place in it is saved.'}
        </p>
        <button type="button" className="btn btn-sm mt-2" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  )
}
