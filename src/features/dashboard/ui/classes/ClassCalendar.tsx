import { useId, useState } from 'react'
import { serverNow } from '#lib/browser/call/call.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { useMediaQuery } from '#lib/browser/use-media-query.ts'
import { useNow } from '#lib/browser/use-now.ts'
import { counted } from '#lib/both/text/format.ts'
import CalendarIcon from 'virtual:lucide/calendar'
import { monthOf, moveMonth, startOfDay } from '#lib/both/time/days.ts'
import { indianDay, namedDay, namedMonth } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import { upcoming } from '../../upcoming-classes.store.ts'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { Block } from '../Block.tsx'
import { DayClasses } from './DayClasses.tsx'
import { MonthGrid } from './MonthGrid.tsx'

/** The learner's coming classes on a calendar, and those of the chosen day (document 1, section 2, 'Dashboard'). */
export function ClassCalendar() {
  const state = useLoaded(upcoming)
  const [day, choose] = useState<string>()
  const now = useNow(serverNow)
  // On a phone the classes come first; whoever wants another day unfolds the month.
  const [unfolded, setUnfolded] = useState(false)
  const showsMonth = useMediaQuery('(width >= 40rem)') || unfolded
  const monthId = useId()
  const days = state.is === 'shown' ? state.shown : undefined
  // The server that draws the page does not know the day it will be seen on.
  const today = now === undefined ? undefined : indianDay(now)
  // Where nothing is chosen, the first day with a class that can still be joined.
  const next =
    now === undefined
      ? undefined
      : [...(days ?? [])].find(([, classes]) => classes.some(({ ends_at }) => ends_at >= now))?.[0]
  const shown = day ?? next ?? today
  const month = shown && monthOf(shown)
  const turn = (months: number) => {
    if (!month || !today) return
    const to = moveMonth(month, months)
    const withClass = [...(days?.keys() ?? [])].find((each) => monthOf(each) === to)
    choose(to === monthOf(today) ? today : (withClass ?? `${to}-01`))
  }
  return (
    <Block
      title="Upcoming live classes"
      className="min-h-75 sm:min-h-107 xl:h-full xl:min-h-185"
      more={{ named: 'live classes', href: paths.liveClasses }}
    >
      <div className="grid gap-x-6 sm:max-xl:grid-cols-2">
        <div id={monthId} className={unfolded ? 'max-sm:mb-3' : 'max-sm:hidden'}>
          <div className="mb-1 flex items-center justify-between">
            <button
              type="button"
              className="btn btn-square btn-ghost btn-sm"
              disabled={!month || !today || month <= monthOf(today)}
              onClick={() => turn(-1)}
            >
              <ChevronLeftIcon />
              <span className="sr-only">Previous month</span>
            </button>
            <h3 className="font-semibold" aria-live="polite">
              {month ? (
                namedMonth(startOfDay(`${month}-01`))
              ) : (
                <span className="inline-block skeleton h-5 w-32" aria-hidden="true" />
              )}
            </h3>
            <button type="button" className="btn btn-square btn-ghost btn-sm" disabled={!month} onClick={() => turn(1)}>
              <ChevronRightIcon />
              <span className="sr-only">Next month</span>
            </button>
          </div>
          {month && shown && today && showsMonth ? (
            <MonthGrid
              month={month}
              chosen={shown}
              today={today}
              label={(each) => {
                const classes = days?.get(each)?.length ?? 0
                return `${namedDay(startOfDay(each))}${classes > 0 ? `, ${counted(classes, 'class', 'classes')}` : ''}`
              }}
              marked={(each) => days?.has(each) ?? false}
              // No key leads to the months that the arrow does not lead to.
              onChoose={(to) => choose(monthOf(to) < monthOf(today) ? `${monthOf(today)}-01` : to)}
            />
          ) : (
            <div className="h-69" aria-hidden="true" />
          )}
        </div>
        <DayClasses
          day={shown}
          today={today}
          now={now}
          state={days ? (days.get(shown ?? '') ?? []) : state.is === 'failed' ? 'failed' : 'loading'}
          any={(days?.size ?? 0) > 0}
          onRetry={upcoming.again}
          toggle={
            <button
              type="button"
              aria-expanded={unfolded}
              aria-controls={monthId}
              className="btn btn-ghost btn-sm -mr-2 min-h-11 shrink-0 gap-1.5 px-2 text-primary sm:hidden"
              onClick={() => setUnfolded(!unfolded)}
            >
              <CalendarIcon className="size-4" />
              {unfolded ? 'Hide calendar' : 'Calendar'}
            </button>
          }
        />
      </div>
    </Block>
  )
}
