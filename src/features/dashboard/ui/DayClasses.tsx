import { inOrderOfUse, mayJoin, phaseOf, startOfDay } from '#features/live-classes/live-classes.rules.ts'
import { noteJoin } from '#features/live-classes/note-join.browser.ts'
import { indianClock, namedDay } from '#lib/clock.ts'
import type { UpcomingClass } from '../upcoming-classes.store.ts'
import { ExternalIcon } from './icons.tsx'

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
}

/** The classes of the day that was chosen in the calendar. */
export function DayClasses({ day, today, now, state, any, onRetry }: DayClassesProps) {
  return (
    <div className="mt-2 flex min-h-0 grow flex-col border-t border-base-300 pt-3">
      <h3 className="mb-2 text-sm font-semibold">
        {day ? (
          <>
            {day === today && <span className="text-primary">Today, </span>}
            {namedDay(startOfDay(day))}
          </>
        ) : (
          <span className="inline-block skeleton h-4 w-40" aria-hidden="true" />
        )}
      </h3>
      {state === 'loading' || now === undefined ? (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading</span>
          <div aria-hidden="true" className="skeleton h-24 w-full rounded-field" />
        </div>
      ) : state === 'failed' ? (
        <p className="text-sm text-muted">
          The classes are not to be had just now.{' '}
          <button type="button" className="min-h-6 font-semibold text-primary hover:underline" onClick={onRetry}>
            Try again
          </button>
        </p>
      ) : state.length === 0 ? (
        <p className="text-sm text-muted">
          {any
            ? 'No classes on this day.'
            : 'No live classes scheduled at the moment. Classes of your courses show here.'}
        </p>
      ) : (
        <ul className="-mx-2 min-h-0 grow space-y-2.5 overflow-y-auto px-2 pb-2">
          {inOrderOfUse(state, now).map((live) => (
            <ClassRow key={live.liveclass_id} live={live} now={now} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ClassRow({ live, now }: { live: UpcomingClass; now: number }) {
  const phase = phaseOf(live, now)
  return (
    <li className="rounded-field bg-base-200 p-3">
      <p className="text-sm leading-snug font-semibold">{live.live_class_title}</p>
      <p className="truncate text-xs text-muted">
        {live.course_title} · {live.mentor_name}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs tabular-nums">
          {phase === 'live' && <span className="block font-bold text-error">LIVE NOW</span>}
          {indianClock(live.starts_at)} - {indianClock(live.ends_at)}
        </p>
        {mayJoin(live, now) ? (
          <a
            href={live.join_url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Join Now: ${live.live_class_title}, opens in a new tab`}
            className="btn btn-primary btn-sm"
            onClick={() => noteJoin(live.liveclass_id)}
          >
            Join Now
            <ExternalIcon className="size-4" />
          </a>
        ) : (
          <span className="text-xs font-medium text-muted">Ended</span>
        )}
      </div>
    </li>
  )
}
