import { useStore } from '@nanostores/react'
import { $secondsLeft } from '../times/exam-clock.store.ts'
import { TimeLeft, type Warnings } from '#features/questions/ui/TimeLeft.tsx'

const warnings: Warnings = { amber: [300, 'Five minutes left'], red: [60, 'One minute left'] }

/** The time left, by the server's clock. */
export function Countdown() {
  return <TimeLeft seconds={useStore($secondsLeft)} warnings={warnings} />
}
