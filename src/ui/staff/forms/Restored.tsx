import { displayTime } from '#lib/both/time/clock.ts'

interface RestoredProps {
  /** When the values were typed, in milliseconds since 1970. */
  at: number
  /** They were sent, and no reply was received. */
  wasSent: boolean
  onDiscard: () => void
}

/** Says that values of a form were typed before, and lets them go. */
export function Restored({ at, wasSent, onDiscard }: RestoredProps) {
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-tint px-4 py-2.5 text-sm"
    >
      What you typed on {displayTime(at)} has been restored.
      {wasSent &&
        ' It was sent, but no reply was received. Please check whether it went through before you send it again.'}
      <button type="button" className="btn btn-sm" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  )
}
