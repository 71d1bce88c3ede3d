import type { ReactNode } from 'react'
import { paths } from '#lib/both/paths.ts'
import type { CourseCard } from '../../catalogue.contract.ts'
import { progressPercent, progressStatus } from '../../catalogue.rules.ts'

/** Three a row on large screens, two on small ones (document 1, section 9). */
export function MyCourseGrid({ children }: { children: ReactNode }) {
  return <ul className="-mb-4 grid gap-x-4 min-[30rem]:grid-cols-2 sm:-mb-6 sm:gap-x-6 lg:grid-cols-3">{children}</ul>
}

const card =
  'row-span-3 mb-4 grid grid-rows-subgrid gap-y-0 overflow-hidden rounded-box border border-base-300 bg-base-100 sm:mb-6'

/** A course the learner bought: how far they are, and until when it is theirs. */
export function MyCourseCard({ course, eager }: { course: CourseCard; eager: boolean }) {
  const percent = progressPercent(course.watchedCounts, course.totalVideoCounts)
  const active = course.purchased_status === 'Subscribed upto'
  return (
    <li
      className={`${card} group relative transition-shadow hover:shadow-lg has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary`}
    >
      <img
        src={course.thumbnail}
        alt={course.thumbnail_alt}
        width={640}
        height={360}
        className="aspect-video w-full bg-base-200 object-cover"
        loading={eager ? 'eager' : 'lazy'}
      />
      <div className="px-4 pt-4 sm:px-5">
        <p className="mb-1 text-sm text-muted">{course.category_name}</p>
        <h2 className="text-lg leading-snug font-semibold">{course.title}</h2>
      </div>
      <div className="flex flex-col justify-end px-4 pt-4 pb-3 sm:px-5">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <span className={percent === 100 ? 'font-semibold text-success' : 'text-muted'}>
            {progressStatus(percent)}
          </span>
          <span className="font-semibold tabular-nums">{percent}%</span>
        </div>
        <progress
          className={`progress mt-1.5 w-full ${percent === 100 ? 'progress-success' : 'progress-primary'}`}
          value={percent}
          max={100}
          aria-label={`Progress in ${course.title}`}
        />
        <div className="mt-4 flex items-center justify-between gap-3 border-t border-base-300 pt-3">
          <p className={active ? 'text-muted' : 'text-error'}>
            <span className="block text-xs">{course.purchased_status} </span>
            <span className="block text-sm font-medium tabular-nums">{course.validity}</span>
          </p>
          <a
            href={paths.myCourse(course.id)}
            className="inline-flex min-h-11 shrink-0 items-center text-sm font-semibold text-primary outline-none group-hover:underline after:absolute after:inset-0"
          >
            View Details<span className="sr-only"> of {course.title}</span>
          </a>
        </div>
      </div>
    </li>
  )
}

/** Cards of the same size without content. */
export function MyCoursesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <MyCourseGrid>
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} aria-hidden="true" className={card}>
            <div className="aspect-video skeleton w-full rounded-none" />
            <div className="px-4 pt-4 sm:px-5">
              <div className="mt-1 skeleton h-4 w-1/3" />
              <div className="mt-3 skeleton h-5 w-11/12" />
            </div>
            <div className="px-4 pt-4 pb-3 sm:px-5">
              <div className="mt-1 skeleton h-4 w-1/2" />
              <div className="mt-2 skeleton h-2 w-full" />
              <div className="mt-4 flex items-center justify-between border-t border-base-300 pt-3">
                <div className="my-1 skeleton h-9 w-2/5" />
                <div className="skeleton h-4 w-1/4" />
              </div>
            </div>
          </li>
        ))}
      </MyCourseGrid>
    </div>
  )
}
