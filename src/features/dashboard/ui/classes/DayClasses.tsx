import type { ReactNode } from 'react'
import { inOrderOfUse, mayJoin, phaseOf } from '#features/live-classes/live-classes.rules.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { noteJoin } from '#features/live-classes/note-join.browser.ts'
import { clockRange, namedDay } from '#lib/both/time/clock.ts'
import type { UpcomingClass } from '../../upcoming-classes.store.ts'
import ExternalLinkIcon from 'virtual:lucide/external-link'
import { ShortList } from '../ShortList.tsx'

export interface DayClassesProps {
  /** Unknown before the first look at the clock. */
  day: string | undefined
  today: string | undefined
  now: number | undefined
  /** The classes of the day. */
  state: 'loading' | 'failed' | readonly UpcomingClass[]
  /** There are classes on other days. */
  any: boolean
  onRetry: () => void
  /** What shows and hides the calendar where it is folded. */
  toggle: ReactNode
}

/** Classes shown at first. */
const SHOWN = 2

/** The classes of the day that was chosen in the calendar. */
export function DayClasses({ day, today, now, state, any, onRetry, toggle }: DayClassesProps) {
  return (
    <div className="min-w-0 border-base-300 sm:max-xl:border-l sm:max-xl:pl-6 xl:mt-2 xl:border-t xl:pt-2">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3 sm:min-h-9">
        <h3 className="text-sm font-semibold">
          {day ? (
            <>
              {day === today && <span className="text-primary">Today, </span>}
              {namedDay(startOfDay(day))}
            </>
          ) : (
            <span className="inline-block skeleton h-4 w-40" aria-hidden="true" />
          )}
        </h3>
        {toggle}
      </div>
      {state === 'loading' || now === undefined ? (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading</span>
          <div aria-hidden="true" className="skeleton h-30 w-full rounded-field" />
        </div>
      ) : state === 'failed' ? (
        <p className="text-sm text-muted">
          The classes could not be loaded.{' '}
          <button type="button" className="min-h-6 font-semibold text-primary hover:underline" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : state.length === 0 ? (
        <p className="text-sm text-muted">
          {any
            ? 'No classes on this day.'
            : 'No live classes scheduled at the moment. Classes of your courses will appear here.'}
        </p>
      ) : (
        <ShortList
          key={day}
          entries={inOrderOfUse(state, now)}
          first={SHOWN}
          oneOnPhones
          named="classes"
          className="grid gap-2.5"
        >
          {(live) => <ClassRow key={live.liveclass_id} live={live} now={now} />}
        </ShortList>
      )}
    </div>
  )
}

function ClassRow({ live, now }: { live: UpcomingClass; now: number }) {
  const phase = phaseOf(live, now)
  return (
    <li className="flex min-h-30 flex-col justify-between gap-2 rounded-field bg-base-200 p-3">
      <div>
        <p className="line-clamp-2 text-sm leading-snug font-semibold">{live.live_class_title}</p>
        <p className="truncate text-xs text-muted">
          {live.course_title} · {live.mentor_name}
        </p>
      </div>
      <div className="flex items-center justify-between gap-x-2">
        <p className="text-xs leading-4.5 tabular-nums">
          {phase === 'live' && <span className="block font-bold text-error">LIVE NOW</span>}
          {clockRange(live.starts_at, live.ends_at)}
        </p>
        {mayJoin(live, now) ? (
          <a
            href={live.join_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Join Now: ${live.live_class_title}, opens in a new tab`}
            className={`btn btn-sm shrink-0 ${phase === 'live' ? 'btn-primary' : 'border-base-300 bg-base-100'}`}
            onClick={() => noteJoin(live.liveclass_id)}
          >
            Join Now
            <ExternalLinkIcon className="size-4" />
          </a>
        ) : (
          <span className="text-xs font-medium text-muted">Ended</span>
        )}
      </div>
    </li>
  )
}
