import { displayTime, indianDate, isoTime } from '#lib/both/time/clock.ts'
import { formatInr } from '#lib/both/money.ts'

export interface InstantProps {
  /** Milliseconds since 1970; nothing of none. */
  at: number | null
  /** The day alone. */
  dayOnly?: boolean
  seconds?: boolean
}

/** When something is or was, in Indian time: never how long ago, for staff compare and quote it. */
export function Instant({ at, dayOnly = false, seconds = false }: InstantProps) {
  if (at === null) return null
  return (
    <time dateTime={isoTime(at)} className="sm:whitespace-nowrap tabular-nums">
      {dayOnly ? indianDate(at) : displayTime(at, { seconds })}
    </time>
  )
}

/** Whole paise as rupees. */
export function Money({ paise }: { paise: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatInr(paise)}</span>
}

/** A price or a payment: 'Free' for ₹0. */
export function Price({ paise }: { paise: number }) {
  return paise === 0 ? 'Free' : <Money paise={paise} />
}
