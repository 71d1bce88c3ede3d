import { clockRange, isoTime, namedDay } from '#lib/both/time/clock.ts'
import type { LiveClass } from '../live-classes.contract.ts'
import { initials, mayJoin, phaseOf, startsIn } from '../live-classes.rules.ts'
import { noteJoin } from '../note-join.browser.ts'
import { downloadClass } from './download.ts'
import CalendarIcon from 'virtual:lucide/calendar'
import CalendarPlusIcon from 'virtual:lucide/calendar-plus'
import ClockIcon from 'virtual:lucide/clock'
import ExternalLinkIcon from 'virtual:lucide/external-link'

export interface ClassCardProps {
  live: LiveClass
  /** The server's time. */
  now: number
}

/** A class: when, with whom, and the way in until it ends (document 2, section 2, 'Live classes'). */
export function ClassCard({ live, now }: ClassCardProps) {
  const phase = phaseOf(live, now)
  const date = namedDay(live.starts_at)
  return (
    <li
      className={`flex flex-col rounded-box border bg-base-100 p-5 ${phase === 'live' ? 'border-primary shadow-lg' : 'border-base-300'}`}
    >
      <p className="mb-3 flex min-h-6 items-center text-sm font-medium text-muted">
        {phase === 'live' && (
          <span className="badge badge-sm badge-error gap-1.5 font-bold tracking-wide">
            <span className="size-1.5 rounded-full bg-current motion-safe:animate-pulse" aria-hidden="true" />
            LIVE NOW
          </span>
        )}
        {phase === 'upcoming' && startsIn(live.starts_at, now)}
        {phase === 'ended' && 'Ended'}
      </p>
      <h3 className="text-lg leading-snug font-semibold">{live.title}</h3>
      <p className="mt-1 text-sm text-muted">{live.content_title}</p>
      <div className="mt-4 grow space-y-2 text-sm">
        <p className="flex items-center gap-2.5">
          <CalendarIcon className="size-4 shrink-0 text-muted" />
          <time dateTime={isoTime(live.starts_at)}>{date}</time>
        </p>
        <p className="flex items-center gap-2.5 tabular-nums">
          <ClockIcon className="size-4 shrink-0 text-muted" />
          <span>{clockRange(live.starts_at, live.ends_at)}</span>
        </p>
        <p className="flex items-center gap-3 pt-2">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full bg-tint text-sm font-semibold text-primary"
          >
            {initials(live.tutor_name)}
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{live.tutor_name}</span>
            <span className="block text-xs text-muted">Mentor</span>
          </span>
        </p>
      </div>
      <div className="mt-5 flex gap-3 border-t border-base-300 pt-4">
        {mayJoin(live, now) ? (
          <>
            <a
              href={live.meeting_join_url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Join Class: ${live.title}, opens in a new tab`}
              className="btn btn-primary grow"
              onClick={() => noteJoin(live.id)}
            >
              Join Class
              <ExternalLinkIcon className="size-4" />
            </a>
            <button
              type="button"
              className="btn btn-square"
              title="Add to calendar"
              aria-label={`Add to calendar: ${live.title}`}
              onClick={() => downloadClass(live)}
            >
              <CalendarPlusIcon />
            </button>
          </>
        ) : (
          <button type="button" className="btn grow" disabled aria-label={`Join Class: ${live.title}, ended`}>
            Join Class
          </button>
        )}
      </div>
    </li>
  )
}

/** Cards of the same size without content. */
export function ClassCardsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <ul className={classGrid}>
        {Array.from({ length: 3 }, (_, index) => (
          <li key={index} aria-hidden="true" className="rounded-box border border-base-300 bg-base-100 p-5">
            <div className="mb-4 skeleton h-5 w-24" />
            <div className="skeleton h-6 w-4/5" />
            <div className="mt-2 skeleton h-4 w-1/2" />
            <div className="mt-6 skeleton h-4 w-3/5" />
            <div className="mt-3 skeleton h-4 w-2/5" />
            <div className="mt-5 flex items-center gap-3">
              <div className="skeleton size-10 rounded-full" />
              <div className="skeleton h-4 w-1/3" />
            </div>
            <div className="mt-6 border-t border-base-300 pt-4">
              <div className="skeleton h-10 w-full" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Three a row on large screens, two on small ones. */
export const classGrid = 'grid gap-4 sm:grid-cols-2 sm:gap-6 xl:grid-cols-3'
