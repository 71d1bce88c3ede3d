import { useStore } from '@nanostores/react'
import PlusIcon from 'virtual:lucide/plus'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { makeWorkout, type ListedWorkout } from '../workouts.contract.ts'
import { courseTitles, workouts, workoutsAddress, workoutsQuery } from '../workouts.store.ts'
import { stateOptions, typeNames, typeOptions, WorkoutBadge } from './workout-words.tsx'

const columns: Column<ListedWorkout>[] = [
  { id: 'title', header: 'Workout', cell: ({ title }) => <bdi className="[overflow-wrap:anywhere]">{title}</bdi> },
  { id: 'type', header: 'Type', cell: ({ type }) => typeNames[type], whole: true },
  { id: 'course', header: 'Course', cell: ({ course }) => course.title },
  { id: 'state', header: 'State', cell: ({ state }) => <WorkoutBadge state={state} />, whole: true },
  { id: 'published', header: 'From', cell: ({ published_at }) => <Instant at={published_at} />, whole: true },
  {
    id: 'opened',
    header: 'Opened by',
    cell: ({ opened }) => opened ?? <NotCounted />,
    align: 'end',
    whole: true,
    from: 'lg',
  },
]

function NotCounted() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not counted</span>
    </span>
  )
}

/** Daily workouts of all courses; what the address says of them stands in it. */
export function Workouts() {
  const values = useStore(workoutsAddress.$values)
  const loaded = useLoaded(workouts, workoutsQuery(values))
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const titles = useLoaded(courseTitles)
  const courses = titles.is === 'shown' ? titles.shown.data : []
  const { course } = values
  const add = course > 0 ? `${staffPaths.newWorkout}?course=${course}` : staffPaths.newWorkout
  const mayWrite = mayCall(makeWorkout.roles)
  const narrowed = workoutsAddress.differs(['words', 'course', 'type', 'state'])
  return (
    <>
      <Filters
        address={workoutsAddress}
        search={{ name: 'words', label: 'Title', placeholder: 'Words of the title' }}
        fields={[
          {
            name: 'course',
            label: 'Course',
            kind: 'select',
            options: [
              { value: '0', label: 'All' },
              ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
              // Until they are there.
              ...(course > 0 && !courses.some(({ id }) => id === course)
                ? [{ value: String(course), label: `Course ${course}` }]
                : []),
            ],
          },
          { name: 'type', label: 'Type', kind: 'select', options: [{ value: '', label: 'All' }, ...typeOptions] },
          { name: 'state', label: 'State', kind: 'select', options: [{ value: '', label: 'All' }, ...stateOptions] },
        ]}
      >
        {mayWrite && (
          <a href={add} className="btn btn-primary">
            <PlusIcon className="size-4" />
            New workout
          </a>
        )}
      </Filters>
      <DataTable
        caption="Daily workouts"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.workout(id)}
        onRetry={() => void workouts.again()}
        empty={
          narrowed || values.after ? (
            <EmptyState compact message="No such workouts" hint="Nothing fits all of the filters." />
          ) : (
            <EmptyState
              compact
              message="There are no daily workouts yet"
              hint="A short task a day brings learners back: a text, a picture, a document or a recording."
              {...(mayWrite && { actionLabel: 'New workout', href: add })}
            />
          )
        }
      />
      <KeysetPager
        address={workoutsAddress}
        newer={values.after ? { after: '' } : undefined}
        older={shown?.next ? { after: shown.next } : undefined}
        words={['Newest', 'Older']}
      />
    </>
  )
}
