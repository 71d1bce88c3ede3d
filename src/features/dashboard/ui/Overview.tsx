import { useEffect, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { counted } from '#features/exams/ui/format.ts'
import { paths } from '#lib/paths.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Ring } from '#ui/Ring.tsx'
import { $counts, loadCounts, reloadCounts } from '../counts.store.ts'
import type { DashboardCounts } from '../dashboard.contract.ts'
import { summaryOf, workoutTotal } from '../statistics.rules.ts'
import { ArrowIcon, QueriesIcon, WorkoutsIcon } from './icons.tsx'

/** As high as the tallest of what may stand here. */
const summaryBox = 'min-h-60 rounded-box border border-base-300 bg-base-100 sm:min-h-41'

/** The stat cards and the summary of videos and exams (document 1, section 2, 'Dashboard'). */
export function Overview() {
  // Another island may have loaded them before this one takes over what the server drew.
  const counts = useStore($counts, { ssr: 'initial' })
  useEffect(() => {
    void loadCounts()
  }, [])
  if (counts === 'failed') {
    return (
      <section
        aria-label="Your figures"
        className="min-h-96 rounded-box border border-base-300 bg-base-100 sm:min-h-70"
      >
        <ErrorState compact onRetry={() => void reloadCounts()} />
      </section>
    )
  }
  const ready = counts === 'loading' ? undefined : counts
  return (
    <section aria-label="Your figures" aria-busy={!ready} className="grid gap-3 sm:gap-4">
      <ul className="grid grid-cols-2 gap-3 sm:gap-4">
        <Stat
          label="Total Queries"
          value={ready?.total_queries}
          hint={ready?.total_queries === 0 ? 'Ask your mentors anything' : 'Asked by you'}
          icon={<QueriesIcon />}
          href={ready?.total_queries === 0 ? paths.support : paths.myCourses}
        />
        <Stat
          label="Daily Workouts"
          value={ready && workoutTotal(ready)}
          hint={ready && workoutTotal(ready) === 0 ? 'They come with a course' : 'Ready for you'}
          icon={<WorkoutsIcon />}
          href={ready && workoutTotal(ready) === 0 ? paths.courses : paths.dailyWorkouts}
        />
      </ul>
      {ready ? <Summary counts={ready} /> : <SummarySkeleton />}
    </section>
  )
}

interface StatProps {
  label: string
  /** Undefined while it is loading. */
  value: number | undefined
  hint: string
  icon: ReactNode
  href: string
}

function Stat({ label, value, hint, icon, href }: StatProps) {
  return (
    <li className="flex">
      <a
        href={href}
        className="flex min-h-30 w-full flex-col justify-between gap-2 rounded-box border border-base-300 bg-base-100 p-4 transition-shadow hover:shadow-lg sm:min-h-25 sm:flex-row sm:items-center sm:justify-start sm:gap-4 sm:p-5"
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-field bg-tint text-primary sm:size-11">
          {icon}
        </span>
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5">
            {value === undefined ? (
              <span className="skeleton inline-block h-8 w-8" aria-hidden="true" />
            ) : (
              <span className="text-2xl leading-8 font-bold tabular-nums">{value}</span>
            )}
            <span className="text-sm font-semibold sm:text-base">{label}</span>
          </span>
          <span className="block min-h-5 text-sm text-muted max-sm:hidden">{value === undefined ? '' : hint}</span>
        </span>
      </a>
    </li>
  )
}

function SummarySkeleton() {
  return (
    <div role="status" className={`${summaryBox} flex flex-wrap items-center gap-6 p-5`}>
      <span className="sr-only">Loading</span>
      {[0, 1].map((part) => (
        <div key={part} aria-hidden="true" className="flex grow items-center gap-4">
          <div className="skeleton size-19 shrink-0 rounded-full" />
          <div className="grow space-y-2.5">
            <div className="skeleton h-4 w-24" />
            <div className="skeleton h-4 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}

function Summary({ counts }: { counts: DashboardCounts }) {
  const { courses, videos, videosWatched, exams, examsAttempted } = summaryOf(counts)
  if (courses === 0) return <StartHere />
  return (
    <div className={`${summaryBox} flex flex-col justify-between gap-4 p-4 sm:p-5`}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {videos > 0 && <Share label="Chapters completed" done={videosWatched} total={videos} />}
        {exams > 0 && <Share label="Exams attempted" done={examsAttempted} total={exams} />}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        In {counted(courses, 'course')}
        <a
          href={paths.myCourses}
          className="inline-flex min-h-6 items-center gap-1.5 font-semibold text-primary hover:underline"
        >
          Go on learning
          <ArrowIcon className="size-4" />
        </a>
      </p>
    </div>
  )
}

function Share({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <li className="flex items-center gap-4">
      <Ring label={label} percent={(done / total) * 100} size={72} />
      <span className="min-w-0">
        <span className="block text-sm text-muted">{label}</span>
        <span className="block text-lg font-semibold tabular-nums">
          {done} <span className="text-sm font-normal text-muted">of {total}</span>
        </span>
      </span>
    </li>
  )
}

/** For a learner without a course: where to begin. */
function StartHere() {
  const steps = [
    { href: paths.courses, label: 'Browse Courses', hint: 'First lessons are free' },
    { href: paths.quizzes, label: 'Take a quiz', hint: 'Five minutes, answers at once' },
    { href: paths.mockTests, label: 'Sit a mock exam', hint: 'See where you stand' },
  ]
  return (
    <div className={`${summaryBox} flex flex-col justify-center gap-3 p-4 sm:p-5`}>
      <h2 className="font-semibold">Three good ways to begin</h2>
      <ul className="grid gap-2 sm:grid-cols-3 sm:gap-3">
        {steps.map(({ href, label, hint }) => (
          <li key={href} className="flex">
            <a
              href={href}
              className="flex min-h-11 w-full items-center justify-between gap-2 rounded-field bg-tint px-3 py-2 hover:shadow-md sm:py-3"
            >
              <span className="min-w-0">
                <span className="block text-sm font-semibold text-primary">{label}</span>
                <span className="block text-xs text-muted max-sm:hidden">{hint}</span>
              </span>
              <ArrowIcon className="size-4 shrink-0 text-primary" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
