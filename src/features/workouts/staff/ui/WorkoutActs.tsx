import { useState } from 'react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast } from '#ui/Toasts.tsx'
import { bringBackWorkout, copyWorkout, withdrawWorkout, type WorkoutOfStaff } from '../workouts.contract.ts'
import { courseTitles } from '../workouts.store.ts'
import { courseOptions } from './course-options.ts'

export interface WorkoutActsProps {
  workout: WorkoutOfStaff
  rules: FormRules
  refresh: () => Promise<unknown>
}

/** Takes a workout out of sight and back, each to be undone, and copies it. */
export function WorkoutActs({ workout, rules, refresh }: WorkoutActsProps) {
  const { id, title, state, course } = workout
  const [busy, setBusy] = useState(false)
  const [copying, setCopying] = useState(false)
  if (!mayCall(withdrawWorkout.roles)) return null
  const isWithdrawn = state === 'withdrawn'
  const act = async () => {
    if (busy) return
    setBusy(true)
    const [does, undoes] = isWithdrawn ? [bringBackWorkout, withdrawWorkout] : [withdrawWorkout, bringBackWorkout]
    try {
      await staffCall(does, { params: { id } })
      undoToast(isWithdrawn ? `Brought back: ${title}` : `Withdrawn: ${title}`, async () => {
        await staffCall(undoes, { params: { id } })
        await refresh()
      })
    } catch (error) {
      toast.error(failureWords(error))
    }
    await refresh()
    setBusy(false)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void act()}>
        {isWithdrawn ? 'Bring back' : 'Withdraw'}
      </button>
      <button type="button" className="btn" onClick={() => setCopying(true)}>
        Copy
      </button>
      <Dialog open={copying} title="Copy this workout" onClose={() => setCopying(false)}>
        <CopyForm id={id} course={course.id} rules={rules} onCancel={() => setCopying(false)} />
      </Dialog>
    </div>
  )
}

interface CopyFormProps {
  id: number
  course: number
  rules: FormRules
  onCancel: () => void
}

function CopyForm({ id, course, rules, onCancel }: CopyFormProps) {
  const titles = useLoaded(courseTitles)
  if (titles.is === 'failed')
    return <LoadFailure compact failed={titles} what="The list of courses" onRetry={() => void courseTitles.again()} />
  if (titles.is !== 'shown') return <div className="skeleton h-40" />
  return (
    <StaffForm
      endpoint={copyWorkout}
      params={{ id }}
      rules={rules}
      fields={[
        { name: 'course_id', label: 'Course', kind: 'select', wide: true, options: courseOptions(titles.shown.data) },
        {
          name: 'published_at',
          label: 'Learners see it from',
          kind: 'datetime',
          wide: true,
          hint: 'Indian time. Empty: from now on.',
        },
      ]}
      initial={{ course_id: course }}
      submitLabel="Copy"
      onCancel={onCancel}
      onDone={(copy) => location.assign(staffPaths.workout(copy.id))}
    />
  )
}
