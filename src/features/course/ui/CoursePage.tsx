import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { nameDocument } from '#lib/browser/site.ts'
import { Breadcrumb } from '#ui/navigation/Breadcrumb.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { $place, $small, coursePage, followPage, openChapter } from '../course-page.store.ts'
import type { CoursePage as Course } from '../course.contract.ts'
import { Contents } from './Contents.tsx'
import { CourseHeader } from './CourseHeader.tsx'
import { CoursePageSkeleton } from './CoursePageSkeleton.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { Stage } from '../player/ui/stage/Stage.tsx'
import { CourseTabs } from './tabs/CourseTabs.tsx'

/** A course of the learner: player and tabs, and Course Content beside them (document 2, section 2). */
function CoursePage({ courseId }: { courseId: number }) {
  const state = useLoaded(coursePage, courseId)
  useEffect(() => followPage(), [courseId])
  if (state.is === 'loading') return <CoursePageSkeleton />
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: 'My Courses', href: paths.myCourses },
          ...(state.is === 'shown' ? [{ label: state.shown.course.title }] : []),
        ]}
      />
      {state.is !== 'shown' && <h1 className="sr-only">Course</h1>}
      {state.is === 'missing' && (
        <EmptyState
          message="Failed to load data"
          hint="There is no such course."
          actionLabel="My Courses"
          href={paths.myCourses}
          ways={[
            { label: 'All Courses', href: paths.courses },
            { label: 'Support', href: paths.support },
          ]}
        />
      )}
      {state.is === 'failed' && (
        <ErrorState
          message="Failed to load data"
          hint={
            state.unreachable
              ? 'You seem to be offline. The course will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={coursePage.again}
        />
      )}
      {state.is === 'shown' && <Shown course={state.shown.course} />}
      <Toasts />
    </>
  )
}

function Shown({ course }: { course: Course }) {
  const place = useStore($place)
  const small = useStore($small)
  useEffect(() => {
    nameDocument(course.title)
  }, [course.title])
  const open = (chapterId: number | undefined) => {
    openChapter(chapterId)
    // The video may be above what is in view.
    scrollTo({ top: 0 })
  }
  return (
    <>
      <CourseHeader course={course} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_16rem] xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <div className="-mx-4 sm:mx-0">
            <Stage course={course} place={place} />
          </div>
          <div className="mt-4 mb-6">
            <NowPlaying course={course} place={place} onOpen={open} />
          </div>
          <CourseTabs course={course} place={place} onOpen={open} />
        </div>
        {!small && (
          <aside
            aria-label="Course Content"
            className="sticky top-22 overflow-hidden rounded-box border border-base-300 bg-base-100"
          >
            <Contents course={course} place={place} onOpen={open} scrolls />
          </aside>
        )}
      </div>
    </>
  )
}

export const CourseIsland = numbered(CoursePage, (courseId) => ({ courseId }))
