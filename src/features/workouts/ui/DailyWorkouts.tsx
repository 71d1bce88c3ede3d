import { useEffect, useId } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { $choice, choose, followAddress, myCourses } from '../my-course-choice.store.ts'
import { chosenCourse, isActive } from '../workouts.rules.ts'
import { WorkoutList, WorkoutsSkeleton } from './WorkoutList.tsx'

/** Daily workouts of one of the learner's courses (document 2, section 2). */
export function DailyWorkouts() {
  const state = useLoaded(myCourses)
  const { course: asked, page } = useStore($choice)
  const field = useId()
  useEffect(() => followAddress(), [])
  const course = state.is === 'shown' ? chosenCourse(state.shown, asked) : undefined
  return (
    <>
      {state.is === 'loading' && (
        <>
          <div aria-hidden="true" className="mb-6 skeleton h-11 w-full max-w-md" />
          <WorkoutsSkeleton />
        </>
      )}
      {state.is === 'failed' && (
        <ErrorState
          message="Failed to load courses"
          hint={
            state.unreachable
              ? 'You seem to be offline. Your courses will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={myCourses.again}
        />
      )}
      {state.is === 'shown' && !course && (
        <EmptyState message="No courses enrolled yet." actionLabel="Browse Courses" href={paths.courses} />
      )}
      {state.is === 'shown' && course && (
        <>
          <div className="mb-6 max-w-md">
            <label htmlFor={field} className="mb-1.5 block text-sm font-medium">
              Course
            </label>
            <select
              id={field}
              className="select w-full"
              value={course.id}
              onChange={(event) => choose({ course: Number(event.target.value), page: 1 })}
            >
              {state.shown.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title}
                  {isActive(one) ? '' : ' (expired)'}
                </option>
              ))}
            </select>
          </div>
          <h2 className="sr-only">Workouts of {course.title}</h2>
          {isActive(course) ? (
            <WorkoutList
              courseId={course.id}
              courseStatus="Active"
              page={page}
              onPage={(to) => choose({ course: course.id, page: to })}
            />
          ) : (
            <EmptyState
              compact
              message="This course has expired. Please renew to continue."
              actionLabel="Go to the course"
              href={paths.myCourse(course.id)}
            />
          )}
        </>
      )}
      <Toasts />
    </>
  )
}
