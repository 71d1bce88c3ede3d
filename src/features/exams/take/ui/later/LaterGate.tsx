import { Later } from '#ui/states/Later.tsx'
import { TakeExamSkeleton } from '../TakeExamSkeleton.tsx'
import type { GateProps } from '../Gate.tsx'

const load = () => import('../Gate.tsx')

/** The exam before it is started: an attempt under way does without its code. */
export function LaterGate(props: GateProps) {
  return (
    <Later name="gate" load={load} waiting={<TakeExamSkeleton />}>
      {({ Gate }) => <Gate {...props} />}
    </Later>
  )
}
