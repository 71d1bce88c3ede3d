import { useEffect, useRef, type KeyboardEvent } from 'react'
import { dayByKey, WEEKDAYS, weeksOf } from '#features/live-classes/month.rules.ts'

export interface MonthGridProps {
  month: string
  /** Days are `2026-11-21`. */
  chosen: string
  today: string
  /** What a screen reader says of a day. */
  label: (day: string) => string
  marked: (day: string) => boolean
  onChoose: (day: string) => void
}

/** A month from Sunday to Saturday. One day can be tabbed to; arrow keys, Home and End move on from it. */
export function MonthGrid({ month, chosen, today, label, marked, onChoose }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  // Only a key takes the focus along.
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current) return
    follow.current = false
    grid.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  }, [chosen])
  const move = (event: KeyboardEvent) => {
    const to = dayByKey(event.key, chosen)
    if (to === undefined) return
    event.preventDefault()
    follow.current = true
    onChoose(to)
  }
  return (
    <table ref={grid} className="w-full table-fixed text-sm" onKeyDown={move}>
      <thead>
        <tr>
          {WEEKDAYS.map(({ short, long }) => (
            <th key={short} scope="col" abbr={long} className="h-9 font-medium text-muted">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) => (
              <td key={weekday} className="h-10 p-0 text-center xl:h-9">
                {day && (
                  <button
                    type="button"
                    aria-label={label(day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === chosen ? 0 : -1}
                    onClick={() => onChoose(day)}
                    className={`relative mx-auto grid size-9 place-items-center rounded-full tabular-nums ${look(day)}`}
                  >
                    {Number(day.slice(8))}
                    {marked(day) && (
                      <span
                        className={`absolute bottom-1 size-1.5 rounded-full ${day === chosen ? 'bg-primary-content' : 'bg-primary'}`}
                      />
                    )}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )

  function look(day: string): string {
    if (day === chosen) return 'bg-primary font-semibold text-primary-content'
    if (day === today) return 'border border-primary font-semibold text-primary'
    return `hover:bg-base-200 ${day < today ? 'text-muted' : marked(day) ? 'font-semibold' : ''}`
  }
}
