import { useEffect, useRef, useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { MyCourseCard, MyCourseGrid, MyCoursesSkeleton } from './MyCourseCard.tsx'
import { MyCoursesCategory } from './MyCoursesCategory.tsx'
import { MyCoursesSearch } from './MyCoursesSearch.tsx'
import { useMyCourses } from './use-my-courses.ts'

/** The learner's courses, 12 a page; page and search stand in the address (document 1, section 2, 'My Courses'). */
export function MyCourses() {
  const { state, asked, ask, retry } = useMyCourses()
  const top = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  // With a single page there is nothing to search in. Once there, the box stays, and keeps the focus.
  const [searchable, setSearchable] = useState(false)
  const narrowed = asked.search !== '' || asked.category !== ''
  if (!searchable && (narrowed || (state.is === 'shown' && state.shown.last_page > 1))) setSearchable(true)
  useEffect(() => {
    // After a turn of the page reading goes on at its top.
    if (!turned.current || state.is !== 'shown') return
    turned.current = false
    top.current?.focus()
  }, [state])

  const turn = (page: number) => {
    turned.current = true
    ask({ ...asked, page })
    scrollTo({ top: 0 })
  }
  return (
    // Never lower than the window, so that the footer does not jump when the courses are fewer than the placeholders.
    <div ref={top} tabIndex={-1} role="group" aria-label="My courses" className="min-h-[calc(100dvh-11rem)]">
      {searchable && (
        <div className="mb-6 flex flex-col gap-3 sm:flex-row sm:items-start">
          <MyCoursesSearch search={asked.search} onSearch={(search) => ask({ ...asked, search, page: 1 })} />
          <MyCoursesCategory chosen={asked.category} onChoose={(category) => ask({ ...asked, category, page: 1 })} />
        </div>
      )}
      <p role="status" className="sr-only">
        {state.is === 'shown' && counted(state.shown.total, 'course')}
      </p>
      {state.is === 'loading' && <MyCoursesSkeleton />}
      {state.is === 'failed' && (
        <ErrorState
          message="Failed to load data"
          hint={
            state.unreachable
              ? 'You seem to be offline. Your courses will load as soon as you are back online.'
              : 'Something went wrong on our side.'
          }
          onRetry={retry}
        />
      )}
      {state.is === 'shown' && state.shown.data.length > 0 && (
        <>
          <MyCourseGrid>
            {state.shown.data.map((course, index) => (
              <MyCourseCard key={course.id} course={course} eager={index < 3} />
            ))}
          </MyCourseGrid>
          <div className="mt-8">
            <Pagination current={asked.page} last={state.shown.last_page} onPage={turn} label="Pages of my courses" />
          </div>
        </>
      )}
      {state.is === 'shown' &&
        state.shown.data.length === 0 &&
        (!narrowed ? (
          <EmptyState message="No courses enrolled yet." actionLabel="Browse Courses" href={paths.courses} />
        ) : (
          <EmptyState
            hint={
              asked.search === ''
                ? 'None of your courses is in this category.'
                : `None of your courses${asked.category === '' ? '' : ' in this category'} has “${asked.search}” in its title.`
            }
            actionLabel="Show all my courses"
            onAction={() => ask({ search: '', category: '', page: 1 })}
          />
        ))}
    </div>
  )
}
