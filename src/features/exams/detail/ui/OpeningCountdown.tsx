import { DAY, HOUR, SECOND } from '#lib/both/time/clock.ts'
import { counted, exactDuration, spokenDuration } from '#lib/both/text/format.ts'

/** Counts down to the opening of an exam. @param props.left milliseconds */
export function OpeningCountdown({ left }: { left: number }) {
  return (
    <p role="timer" className="mt-1 text-sm text-muted tabular-nums">
      Opens in {formatWait(left)}
    </p>
  )
}

/** `2 days 3 hr`, `5 hr 12 min`, `4 min 30 sec`. */
export function formatWait(left: number): string {
  const days = Math.floor(left / DAY)
  if (days > 0) {
    const hours = Math.floor((left % DAY) / HOUR)
    return [counted(days, 'day'), hours > 0 && `${hours} hr`].filter(Boolean).join(' ')
  }
  const seconds = Math.ceil(left / SECOND)
  return left >= HOUR ? spokenDuration(seconds) : exactDuration(seconds)
}
