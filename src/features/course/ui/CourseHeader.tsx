import { useStore } from '@nanostores/react'
import type { CoursePage } from '../course.contract.ts'
import { $offeredOnStage } from '../course-page.store.ts'
import { Offer } from './Offer.tsx'

const badges = {
  Active: 'bg-success/12 text-success',
  'Not Purchased': 'bg-base-200 text-base-content',
  Expired: 'bg-error/10 text-error',
}

/** The course, what it is to this learner, and what they can do about it. */
export function CourseHeader({ course }: { course: CoursePage }) {
  const { courseStatus, validity } = course
  const offered = useStore($offeredOnStage)
  return (
    <header className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:mb-6">
      <div className="min-w-0">
        <h1 className="text-xl font-bold sm:text-2xl">{course.title}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className={`rounded-selector px-2 py-0.5 text-xs font-semibold ${badges[courseStatus]}`}>
            {courseStatus}
          </span>
          {validity && (
            <span className="tabular-nums">
              {courseStatus === 'Expired' ? 'Expired on' : 'Valid till'} {validity}
            </span>
          )}
        </p>
      </div>
      {!offered && <Offer course={course} />}
    </header>
  )
}
