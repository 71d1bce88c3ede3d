import { counted } from '#lib/both/text/format.ts'
import { namedDay } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import type { LiveClass } from '../live-classes.contract.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { inOrderOfUse, phaseOf } from '../live-classes.rules.ts'
import { CalendarFeed } from './CalendarFeed.tsx'
import { ClassCard, ClassCardsSkeleton, classGrid } from './ClassCard.tsx'
import { DayBar } from './DayBar.tsx'
import { useLiveClasses } from './use-live-classes.ts'

/** The learner's live classes of a day; what a card shows changes as time passes (document 2, section 4). */
export function LiveClasses() {
  const { state, day, today, now, go, retry } = useLiveClasses()
  return (
    <div className="min-h-[calc(100dvh-11rem)]">
      <DayBar day={day} today={today} onDay={go} />
      <p role="status" className="sr-only">
        {state.is === 'shown' && now !== undefined && summary(state.shown, now)}
      </p>
      {state.is === 'loading' && <ClassCardsSkeleton />}
      {state.is === 'failed' && (
        <ErrorState
          message="Failed to load data"
          hint={
            state.unreachable
              ? 'You seem to be offline. The classes will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={retry}
        />
      )}
      {state.is === 'shown' && state.shown.length === 0 && (
        <EmptyState
          message="No live classes scheduled at the moment."
          ways={[
            { label: 'My Courses', href: paths.myCourses },
            { label: 'Dashboard', href: paths.dashboard },
          ]}
          {...(day && day !== today && { hint: `No classes are scheduled for ${namedDay(startOfDay(day))}.` })}
        />
      )}
      {state.is === 'shown' && state.shown.length > 0 && now !== undefined && (
        <ul className={classGrid}>
          {inOrderOfUse(state.shown, now).map((live) => (
            <ClassCard key={live.id} live={live} now={now} />
          ))}
        </ul>
      )}
      {state.is === 'shown' && <CalendarFeed />}
      <Toasts />
    </div>
  )
}

/** What a screen reader says when the list is there, and when a class begins. */
function summary(classes: readonly LiveClass[], now: number): string {
  const running = classes.filter((entry) => phaseOf(entry, now) === 'live').length
  const count = counted(classes.length, 'class', 'classes')
  return running > 0 ? `${count}, ${running} in progress` : count
}
