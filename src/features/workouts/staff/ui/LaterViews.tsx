import { Later } from '#ui/states/Later.tsx'
import type { FormViewProps, StoredViewProps } from './LearnersView.tsx'

/** How learners see workouts comes after the forms: with it come players and formulas, which no other screen has. */
const load = () => import('./LearnersView.tsx')
const waiting = <div className="skeleton h-32" />

export function FormView(props: FormViewProps) {
  return (
    <Later name="view" load={load} waiting={waiting}>
      {(views) => <views.FormView {...props} />}
    </Later>
  )
}

export function StoredView(props: StoredViewProps) {
  return (
    <Later name="view" load={load} waiting={waiting}>
      {(views) => <views.StoredView {...props} />}
    </Later>
  )
}
