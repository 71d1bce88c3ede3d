import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { progressPercent, progressStatus } from '#features/catalogue/catalogue.rules.ts'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { $counts, loadCounts, reloadCounts } from '../counts.store.ts'
import type { DashboardCounts } from '../dashboard.contract.ts'
import { statisticsTabs, type CourseShare, type StatisticsTab } from '../statistics.rules.ts'
import { Block } from './Block.tsx'

const labels: Record<StatisticsTab, string> = { videos: 'Videos', exams: 'Exams' }

/** How far the learner is in each course (document 1, section 2, 'Course Statistics'). */
export function CourseStatistics() {
  // Another island may have loaded them before this one takes over what the server drew.
  const counts = useStore($counts, { ssr: 'initial' })
  useEffect(() => {
    void loadCounts()
  }, [])
  return (
    <Block title="Course Statistics" className="h-100">
      {counts === 'loading' ? (
        <Skeleton />
      ) : counts === 'failed' ? (
        <ErrorState compact onRetry={() => void reloadCounts()} />
      ) : (
        <Statistics counts={counts} />
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
        message="Your progress shows here"
        hint="Each course you study has its videos and exams counted."
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
      {/* Padding keeps the outline of what has the focus from being cut. */}
      <ul className="-mx-2 -mt-2 h-61 space-y-4 overflow-y-auto p-2">
        {shown.courses.map((course) => (
          <CourseRow key={course.id} course={course} tab={shown.id} />
        ))}
      </ul>
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
