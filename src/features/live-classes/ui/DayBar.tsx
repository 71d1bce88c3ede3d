import { useEffect, useState } from 'react'
import { namedDay } from '#lib/both/time/clock.ts'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { moveDay, startOfDay } from '#lib/both/time/days.ts'
import { isClassDay } from '../live-classes.rules.ts'

export interface DayBarProps {
  /** Both unknown before the first look at the clock. */
  day: string | undefined
  today: string | undefined
  onDay: (day: string) => void
}

/** How long a typed date rests before it is gone to: a year is typed digit by digit. */
const REST_MS = 500

/** Which day is shown, and ways to another. */
export function DayBar({ day, today, onDay }: DayBarProps) {
  const [typed, setTyped] = useState('')
  useEffect(() => setTyped(day ?? ''), [day])
  useEffect(() => {
    if (!isClassDay(typed) || typed === day) return
    const resting = setTimeout(() => onDay(typed), REST_MS)
    return () => clearTimeout(resting)
  }, [typed, day, onDay])

  const step = (days: number, label: string, Icon: typeof ChevronLeftIcon) => (
    <button
      type="button"
      className="btn btn-square shrink-0"
      disabled={!day}
      onClick={() => day && onDay(moveDay(day, days))}
    >
      <Icon />
      <span className="sr-only">{label}</span>
    </button>
  )
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="flex min-w-0 grow items-center gap-3">
        {step(-1, 'Previous day', ChevronLeftIcon)}
        <h2
          className="flex min-h-13 min-w-0 grow flex-col justify-center text-center text-lg leading-snug font-semibold sm:grow-0 sm:min-w-72"
          aria-live="polite"
        >
          {day ? (
            <>
              {day === today && <span className="block text-sm font-medium text-primary">Today</span>}
              {namedDay(startOfDay(day))}
            </>
          ) : (
            <span className="mx-auto skeleton h-5 w-48" aria-hidden="true" />
          )}
        </h2>
        {step(1, 'Next day', ChevronRightIcon)}
      </div>
      <div className="flex w-full items-center gap-3 sm:w-auto">
        <label className="input grow sm:w-48">
          <span className="sr-only">Day</span>
          <input
            type="date"
            value={typed}
            min="2000-01-01"
            max="2999-12-31"
            disabled={!day}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="button" className="btn" disabled={!today || day === today} onClick={() => today && onDay(today)}>
          Today
        </button>
      </div>
    </div>
  )
}
