import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { readId } from '#lib/both/calls/read-id.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { makeWorkout } from '../workouts.contract.ts'
import { courseTitles } from '../workouts.store.ts'
import { courseOptions } from './course-options.ts'
import { FormView } from './LaterViews.tsx'
import { useWorkoutFields } from './workout-fields.ts'

const none: never[] = []

/** Makes a workout; the address may name its course. */
export function NewWorkout({ rules }: { rules: FormRules }) {
  const titles = useLoaded(courseTitles)
  const [course] = useState(() => readId(new URLSearchParams(location.search).get('course')))
  const { fields, called } = useWorkoutFields()
  if (!mayCall(makeWorkout.roles)) return <EmptyState message="You may read workouts, but not make them" />
  if (titles.is === 'failed')
    return <LoadFailure failed={titles} what="The list of courses" onRetry={() => void courseTitles.again()} />
  if (titles.is !== 'shown') return <div className="skeleton h-96" />
  const { data } = titles.shown
  if (data.length === 0) return <EmptyState message="There are no courses yet" hint="A workout belongs to a course." />
  return (
    <div className="max-w-4xl">
      <StaffForm
        endpoint={makeWorkout}
        rules={rules}
        fields={[
          { name: 'course_id', label: 'Course', kind: 'select', wide: true, options: courseOptions(data) },
          ...fields,
        ]}
        initial={{
          type: 'richtext',
          ...(course !== undefined && data.some(({ id }) => id === course) && { course_id: course }),
        }}
        also={{ ...(called && { called }) }}
        submitLabel="Save"
        aside={(values) => <FormView values={values} media={none} html={null} called={called ?? ''} />}
        onCancel={() => location.assign(staffPaths.workouts)}
        onDone={({ id }) => location.assign(staffPaths.workout(id))}
      />
    </div>
  )
}
