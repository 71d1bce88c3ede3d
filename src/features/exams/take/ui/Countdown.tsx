import { useStore } from '@nanostores/react'
import { TimeLeft, type Warnings } from '#features/questions/ui/TimeLeft.tsx'
import { useSitting } from './sitting.ts'

const warnings: Warnings = { amber: [300, 'Five minutes left'], red: [60, 'One minute left'] }

/** The time left, by the server's clock. */
export function Countdown() {
  return <TimeLeft seconds={useStore(useSitting().$secondsLeft)} warnings={warnings} />
}
