import { displayTime } from '#lib/both/time/clock.ts'

/** Says that values of a form were typed before, and lets them go. @param at when, in milliseconds since 1970 */
export function Restored({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-tint px-4 py-2.5 text-sm"
    >
      What you typed on {displayTime(at)} has been restored.
      <button type="button" className="btn btn-sm" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  )
}
