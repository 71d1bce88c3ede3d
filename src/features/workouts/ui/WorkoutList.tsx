import { useEffect, useRef, useState, type CSSProperties, type MouseEvent } from 'react'
import { wasLeft } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { InTwoSteps } from '#ui/InTwoSteps.tsx'
import { Pagination } from '#ui/navigation/Pagination.tsx'
import { toast } from '#ui/Toasts.tsx'
import type { Workout } from '../workouts.contract.ts'
import { addressesAreOld, freshAddress, noteViewed, whyNotLoaded, workoutsPage } from '../workouts.store.ts'
import { PAGE_SIZE } from '../workouts.rules.ts'
import { ImageOverlay } from './ImageOverlay.tsx'
import { WorkoutCard } from './WorkoutCard.tsx'

export interface WorkoutListProps {
  courseId: number
  courseStatus: 'Active' | 'Not Purchased' | 'Expired'
  /** Where the page stands in the address; otherwise the list keeps it. */
  page?: number
  onPage?: (page: number) => void
}

/** Workouts that are rendered first: more than the first screen of a phone shows. */
const FIRST_CARDS = 2

/** A workout may be a table of hundreds of cells: far below the screen it gets no styles and no layout. */
const skippedFarAway: CSSProperties = { contentVisibility: 'auto', containIntrinsicHeight: 'auto 14rem' }

/** Daily workouts of an active course, ten a page. */
export function WorkoutList({ courseId, courseStatus, page: given, onPage }: WorkoutListProps) {
  const [own, setOwn] = useState(1)
  const page = given ?? own
  if (courseStatus !== 'Active') return <EmptyState compact message="This feature is available for purchased course" />
  return <List key={courseId} courseId={courseId} page={page} onPage={onPage ?? setOwn} />
}

function List({ courseId, page, onPage }: { courseId: number; page: number; onPage: (page: number) => void }) {
  const state = useLoaded(workoutsPage, { courseId, page })
  useEffect(() => {
    if (state.is === 'failed') toast.error(whyNotLoaded(state.error))
  }, [state])
  const top = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<{ src: string; alt: string }>()

  const note = async (workout: Workout) => {
    const trouble = await noteViewed(workout.id)
    if (trouble) toast.error(trouble)
  }
  const openImage = async (workout: Workout) => {
    void note(workout)
    const src = await freshAddress(workout.id).catch(() => undefined)
    setPicture({ src: src ?? workout.content, alt: workout.title })
  }
  const openDocument = (event: MouseEvent, workout: Workout) => {
    void note(workout)
    if (!addressesAreOld()) return
    event.preventDefault()
    freshAddress(workout.id).then(
      (address) => address && download(address),
      (error: unknown) => !wasLeft(error) && toast.error('The file could not be opened. Please try again.'),
    )
  }
  const turn = (to: number) => {
    onPage(to)
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={top} tabIndex={-1} role="group" aria-label="Daily workouts">
      {state.is === 'loading' && <WorkoutsSkeleton />}
      {state.is === 'failed' && <ErrorState compact onRetry={workoutsPage.again} />}
      {state.is === 'shown' && state.shown.workouts.length === 0 && (
        <EmptyState compact message="No daily workout available." />
      )}
      {state.is === 'shown' && state.shown.workouts.length > 0 && (
        <ul className="space-y-4">
          <InTwoSteps items={state.shown.workouts} first={FIRST_CARDS}>
            {(workout) => (
              <li key={workout.id} style={skippedFarAway}>
                <WorkoutCard
                  workout={workout}
                  onImage={(one) => void openImage(one)}
                  onDocument={openDocument}
                  onRenew={({ id }) => freshAddress(id, true)}
                />
              </li>
            )}
          </InTwoSteps>
        </ul>
      )}
      {state.is === 'shown' && state.shown.total > PAGE_SIZE && (
        <div className="mt-8">
          <Pagination current={page} last={state.shown.lastPage} onPage={turn} label="Pages of daily workouts" />
        </div>
      )}
      {picture && (
        <ImageOverlay
          {...picture}
          onClose={() => setPicture(undefined)}
          onFail={() => {
            setPicture(undefined)
            toast.error('The picture could not be loaded. Please try again.')
          }}
        />
      )}
    </div>
  )
}

function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** Activities that are loading. */
export function WorkoutsSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Loading</span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} aria-hidden="true" className="rounded-box border border-base-300 bg-base-100 p-4 sm:p-5">
          <div className="flex items-start gap-3">
            <div className="skeleton size-10 shrink-0" />
            <div className="grow space-y-2">
              <div className="skeleton h-4 w-1/2" />
              <div className="skeleton h-3 w-1/3" />
            </div>
          </div>
          <div className="mt-4 skeleton h-14 w-full" />
        </div>
      ))}
    </div>
  )
}
