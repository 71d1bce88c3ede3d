import { useState } from 'react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { progressPercent, progressStatus } from '#features/catalogue/catalogue.rules.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import { counts } from '../../counts.store.ts'
import type { DashboardCounts } from '../../dashboard.contract.ts'
import { statisticsTabs, type CourseShare, type StatisticsTab } from '../../statistics.rules.ts'
import { Block } from '../Block.tsx'
import { ShortList } from '../ShortList.tsx'

/** Courses shown at first. */
const SHOWN = 3

const labels: Record<StatisticsTab, string> = { videos: 'Videos', exams: 'Exams' }

/** How far the learner is in each course (document 1, section 2, 'Course Statistics'). */
export function CourseStatistics() {
  const state = useLoaded(counts)
  return (
    <Block
      title="Course Statistics"
      className="min-h-109 sm:min-h-111 xl:h-full"
      more={{ named: 'courses', href: paths.myCourses }}
    >
      {state.is === 'loading' ? (
        <Skeleton />
      ) : state.is === 'failed' ? (
        <ErrorState compact onRetry={counts.again} />
      ) : (
        <Statistics counts={state.shown} />
      )}
    </Block>
  )
}

function Statistics({ counts }: { counts: DashboardCounts }) {
  const tabs = statisticsTabs(counts)
  const [chosen, choose] = useState<StatisticsTab>('videos')
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  if (!shown) {
    return (
      <EmptyState
        compact
        message="Your progress will appear here"
        hint="The videos and exams of each course you study are counted here."
        actionLabel="Browse Courses"
        href={paths.courses}
      />
    )
  }
  return (
    <Tabs
      label="Course Statistics"
      tabs={tabs.map(({ id }) => ({ id, label: labels[id] }))}
      selected={shown.id}
      onSelect={choose}
    >
      <ShortList key={shown.id} entries={shown.courses} first={SHOWN} named="courses" className="space-y-4">
        {(course) => <CourseRow key={course.id} course={course} tab={shown.id} />}
      </ShortList>
    </Tabs>
  )
}

function CourseRow({ course: { id, title, done, total }, tab }: { course: CourseShare; tab: StatisticsTab }) {
  const percent = progressPercent(done, total)
  const complete = percent === 100
  return (
    <li>
      <a
        href={paths.myCourse(id)}
        className="block truncate py-0.5 text-sm font-semibold hover:underline"
        title={title}
      >
        {title}
      </a>
      <progress
        className={`progress mt-1 w-full ${complete ? 'progress-success' : 'progress-primary'}`}
        value={percent}
        max={100}
        aria-label={`${labels[tab]} of ${title}`}
      />
      <p className="flex justify-between gap-3 text-xs">
        <span className={complete ? 'font-semibold text-success' : 'text-muted'}>{progressStatus(percent)}</span>
        <span className="font-semibold tabular-nums">
          {percent}%{' '}
          <span className="font-normal text-muted">
            ({done} of {total})
          </span>
        </span>
      </p>
    </li>
  )
}
