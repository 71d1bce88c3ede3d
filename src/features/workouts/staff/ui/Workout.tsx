import { useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { Facts } from '#ui/staff/Facts.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { changeWorkout, type WorkoutOfStaff } from '../workouts.contract.ts'
import { workout as loader } from '../workouts.store.ts'
import { FormView, StoredView } from './LaterViews.tsx'
import { initialOf, useWorkoutFields } from './workout-fields.ts'
import { typeNames, WorkoutBadge } from './workout-words.tsx'
import { WorkoutActs } from './WorkoutActs.tsx'

interface WorkoutIslandProps {
  rules: { change: FormRules; copy: FormRules }
}

/** A workout: what is known of it, as learners see it, and the form that changes it. */
export function WorkoutIsland({ rules }: WorkoutIslandProps) {
  const [id] = useState(() => numbersOfAddress()[0]!)
  const loaded = useLoaded(loader, id)
  // Another form after each that was saved; not after what else is loaded anew, which would lose what is typed.
  const [saves, setSaves] = useState(0)
  if (loaded.is === 'missing')
    return <EmptyState message="There is no such workout" actionLabel="All workouts" href={staffPaths.workouts} />
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This workout" onRetry={() => void loader.again()} />
  if (loaded.is !== 'shown')
    return (
      <div aria-busy="true" className="space-y-4">
        <p role="status" className="sr-only">
          Loading the workout
        </p>
        <div className="skeleton h-9 w-2/3" />
        <div className="skeleton h-24" />
        <div className="skeleton h-80" />
      </div>
    )
  const refresh = () => loader.refresh().catch(() => {})
  const { shown } = loaded
  const saved = async () => {
    toast.success('Saved')
    await refresh()
    setSaves((count) => count + 1)
  }
  return (
    <>
      <Head workout={shown} rules={rules.copy} refresh={refresh} />
      {mayCall(changeWorkout.roles) ? (
        <Change key={saves} workout={shown} rules={rules.change} onSaved={() => void saved()} />
      ) : (
        <section aria-labelledby="as-seen" className="max-w-4xl">
          <h2 id="as-seen" className="mb-2 text-lg font-semibold">
            As learners see it
          </h2>
          <StoredView workout={shown} />
        </section>
      )}
      <Toasts />
    </>
  )
}

interface HeadProps {
  workout: WorkoutOfStaff
  rules: FormRules
  refresh: () => Promise<unknown>
}

function Head({ workout, rules, refresh }: HeadProps) {
  const { id, title, type, state, course, published_at, published_rule, opened } = workout
  return (
    <header className="mb-6 max-w-4xl">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 dir="auto" className="min-w-0 text-2xl font-bold [overflow-wrap:anywhere]">
          {title}
        </h1>
        <WorkoutBadge state={state} />
      </div>
      <div className="mt-3">
        <Facts
          columns={2}
          facts={[
            { label: 'Course', value: course.title },
            { label: 'Type', value: typeNames[type] },
            {
              label: state === 'scheduled' ? 'Appears' : 'Published',
              value: (
                <>
                  <Instant at={published_at} />
                  {published_rule && <span className="text-muted"> (in the pack: {published_rule})</span>}
                </>
              ),
            },
            {
              label: 'Opened by',
              value: opened === null ? 'Not counted: it shows where it stands' : learners(opened),
            },
          ]}
        />
      </div>
      <WorkoutActs key={id} workout={workout} rules={rules} refresh={refresh} />
    </header>
  )
}

const learners = (count: number) => (count === 0 ? 'Nobody yet' : counted(count, 'learner'))

interface ChangeProps {
  workout: WorkoutOfStaff
  rules: FormRules
  onSaved: () => void
}

/** What the form began with stays so while it is open, its version too. */
function Change({ workout, rules, onSaved }: ChangeProps) {
  const [begun] = useState(workout)
  const { fields, called, isHtml } = useWorkoutFields(begun)
  const { id, version, published_at, media, html, filename } = begun
  const { markdown: needed, ...others } = rules
  const { required: _, ...free } = needed!
  return (
    <section aria-labelledby="change" className="max-w-4xl">
      <h2 id="change" className="mb-3 text-lg font-semibold">
        Change it
      </h2>
      <StaffForm
        endpoint={changeWorkout}
        params={{ id }}
        rules={isHtml ? { ...others, markdown: { ...free, empty: 'left out' } } : rules}
        fields={fields}
        initial={initialOf(begun)}
        also={{ version, published_was: published_at, ...(called && { called }) }}
        submitLabel="Save"
        aside={(values) => (
          <FormView values={values} media={media} html={isHtml ? html : null} called={called ?? filename} />
        )}
        onDone={onSaved}
      />
    </section>
  )
}
