import { useState } from 'react'
import { clockFace } from '#lib/both/time/server-clock.ts'
import ClockIcon from 'virtual:lucide/clock'

/** Seconds from which on the time left is amber and then red, and what a screen reader is told then, once each. */
export interface Warnings {
  amber: [seconds: number, text: string]
  red: [seconds: number, text: string]
}

/** The time left as a clock. @param seconds whole; Infinity while it is not known */
export function TimeLeft({ seconds, warnings: { amber, red } }: { seconds: number; warnings: Warnings }) {
  // What has passed already when the screen opens is not announced.
  const [atFirst] = useState(seconds)
  const [, announced = ''] = [red, amber].find(([from]) => seconds <= from && from < atFirst) ?? []
  const tone =
    seconds <= red[0]
      ? 'bg-error text-error-content'
      : seconds <= amber[0]
        ? 'bg-warning text-warning-content'
        : 'bg-base-200 text-base-content'
  return (
    <>
      <div
        role="timer"
        aria-label="Time left"
        className={`inline-flex h-11 shrink-0 items-center gap-2 rounded-field px-3 text-lg font-semibold tabular-nums ${tone}`}
      >
        <ClockIcon className="size-4.5" />
        {Number.isFinite(seconds) ? clockFace(seconds) : '--:--'}
      </div>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </>
  )
}
