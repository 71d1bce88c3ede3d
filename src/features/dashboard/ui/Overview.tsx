import type { ReactNode } from 'react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { counted } from '#lib/both/text/format.ts'
import { paths } from '#lib/both/paths.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Ring } from '#ui/charts/Ring.tsx'
import { counts } from '../counts.store.ts'
import type { DashboardCounts } from '../dashboard.contract.ts'
import { nextCourse, summaryOf, workoutTotal } from '../statistics.rules.ts'
import ArrowRightIcon from 'virtual:lucide/arrow-right'
import MessagesSquareIcon from 'virtual:lucide/messages-square'
import DumbbellIcon from 'virtual:lucide/dumbbell'

/** As high as what stands here in the end: the rings, and the way on below them. */
const summaryBox = 'min-h-39 rounded-box border border-base-300 bg-base-100 p-4 sm:min-h-46 sm:p-5'

/** Where the learner goes on, videos and exams in all, and the stat cards (document 1, section 2, 'Dashboard'). */
export function Overview() {
  const state = useLoaded(counts)
  if (state.is === 'failed') {
    return (
      <section
        aria-label="Your figures"
        className="min-h-60 rounded-box border border-base-300 bg-base-100 sm:min-h-75"
      >
        <ErrorState compact onRetry={counts.again} />
      </section>
    )
  }
  const ready = state.is === 'shown' ? state.shown : undefined
  return (
    <section aria-label="Your figures" aria-busy={!ready} className="grid gap-3 sm:gap-4">
      {ready ? <Summary counts={ready} /> : <SummarySkeleton />}
      <ul className="grid grid-cols-2 gap-3 sm:gap-4">
        <Stat
          label="Total Queries"
          value={ready?.total_queries}
          hint={ready?.total_queries === 0 ? 'Ask your mentors anything' : 'Asked by you'}
          icon={<MessagesSquareIcon />}
          href={ready?.total_queries === 0 ? paths.support : paths.myCourses}
        />
        <Stat
          label="Daily Workouts"
          value={ready && workoutTotal(ready)}
          hint={ready && workoutTotal(ready) === 0 ? 'Included with a course' : 'Ready for you'}
          icon={<DumbbellIcon />}
          href={ready && workoutTotal(ready) === 0 ? paths.courses : paths.dailyWorkouts}
        />
      </ul>
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
        className="relative flex min-h-18 w-full items-center gap-4 rounded-box border border-base-300 bg-base-100 p-4 transition-shadow hover:shadow-lg sm:min-h-25 sm:p-5"
      >
        {/* In a corner on phones: beside the name it would leave too little room for one line. */}
        <span className="absolute top-3 right-3 grid size-7 place-items-center rounded-field bg-tint text-primary sm:hidden">
          {icon}
        </span>
        <span className="grid shrink-0 place-items-center rounded-field bg-tint text-primary max-sm:hidden sm:size-11">
          {icon}
        </span>
        <span className="min-w-0">
          {/* The number stands above its name on every phone, whatever fits beside it. */}
          <span className="block sm:flex sm:flex-wrap sm:items-center sm:gap-x-2.5">
            {value === undefined ? (
              <span className="skeleton block h-6 w-8 sm:h-8" aria-hidden="true" />
            ) : (
              <span className="block text-xl leading-6 font-bold tabular-nums sm:text-2xl sm:leading-8">{value}</span>
            )}{' '}
            <span className="text-xs font-semibold sm:text-base">{label}</span>
          </span>
          <span className="block min-h-5 text-sm text-muted max-sm:hidden">{value === undefined ? '' : hint}</span>
        </span>
      </a>
    </li>
  )
}

function SummarySkeleton() {
  return (
    <div role="status" className={`${summaryBox} grid grid-cols-2 content-start gap-4`}>
      <span className="sr-only">Loading</span>
      {[0, 1].map((part) => (
        <div key={part} aria-hidden="true" className="flex items-center gap-3 sm:gap-4">
          <div className="skeleton size-14 shrink-0 rounded-full sm:size-18" />
          <div className="grow space-y-2.5">
            <div className="skeleton h-4 max-w-24" />
            <div className="skeleton h-4 w-12" />
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
    <div className={`${summaryBox} flex flex-col justify-between gap-3 sm:gap-4`}>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4">
        {videos > 0 && <Share label="Chapters completed" done={videosWatched} total={videos} />}
        {exams > 0 && <Share label="Exams attempted" done={examsAttempted} total={exams} />}
      </ul>
      <Onward counts={counts} />
    </div>
  )
}

/** The way to what the learner does next: the course that is under way, else all of them. */
function Onward({ counts }: { counts: DashboardCounts }) {
  const next = nextCourse(counts)
  return (
    <a
      href={next ? paths.myCourse(next.id) : paths.myCourses}
      className="flex min-h-13 items-center justify-between gap-4 rounded-field bg-tint px-3 py-1.5 hover:shadow-md sm:px-4"
    >
      <span className="min-w-0">
        <span className="block text-xs text-muted">
          {next
            ? next.begun
              ? 'Continue learning'
              : 'Start learning'
            : `In ${counted(summaryOf(counts).courses, 'course')}`}
        </span>
        <span className="block truncate text-sm font-semibold text-primary">{next ? next.title : 'My Courses'}</span>
      </span>
      <ArrowRightIcon className="size-5 shrink-0 text-primary" />
    </a>
  )
}

function Share({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <li className="flex items-center gap-3 sm:gap-4">
      <span className="shrink-0 [&>svg]:size-14 sm:[&>svg]:size-18">
        <Ring label={label} percent={(done / total) * 100} />
      </span>
      <span className="min-w-0">
        <span className="block text-xs leading-4 text-muted sm:text-sm">{label}</span>
        <span className="block font-semibold tabular-nums sm:text-lg">
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
    { href: paths.quizzes, label: 'Take a quiz', hint: 'Five minutes, instant answers' },
    { href: paths.mockTests, label: 'Take a mock exam', hint: 'See where you stand' },
  ]
  return (
    <div className={`${summaryBox} flex flex-col justify-center gap-3`}>
      <h2 className="font-semibold">Three good ways to start</h2>
      {/* Beside each other on phones too: one below the other they are higher than what stands here while it loads. */}
      <ul className="grid grid-cols-3 gap-2 sm:gap-3">
        {steps.map(({ href, label, hint }) => (
          <li key={href} className="flex">
            <a
              href={href}
              className="flex min-h-11 w-full items-center justify-between gap-2 rounded-field bg-tint p-2 hover:shadow-md sm:p-3"
            >
              <span className="min-w-0">
                <span className="block text-sm font-semibold text-primary">{label}</span>
                <span className="block text-xs text-muted max-sm:hidden">{hint}</span>
              </span>
              <ArrowRightIcon className="size-4 shrink-0 text-primary max-sm:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
