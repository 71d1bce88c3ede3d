import { useStore } from '@nanostores/react'
import { Spinner } from '#ui/Spinner.tsx'
import { unsaved } from '../../attempt.rules.ts'
import type { Attempt } from '../../attempt.store.ts'
import type { Finishing as State } from '../../exam-session.store.ts'
import { handInText } from '../fault-texts.ts'

/** The exam is being handed in; at the deadline for as long as it takes. */
export function Finishing({ name, attempt, finishing }: { name: string; attempt: Attempt; finishing: State }) {
  const open = unsaved(useStore(attempt.$work)).length
  const { cause, problem } = finishing
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-lg place-content-center justify-items-center gap-4 px-4 text-center">
      <Spinner label="" />
      <h1 className="text-xl font-bold">{cause === 'deadline' ? 'Time is over' : 'Submitting your exam'}</h1>
      <p className="text-muted">{name}</p>
      <p role="status" className="text-balance">
        {statusText(cause, problem, open)}
      </p>
    </div>
  )
}

function statusText(cause: State['cause'], problem: State['problem'], open: number): string {
  if (cause === 'learner') return open > 0 ? 'Sending the last answers…' : 'One moment…'
  if (!problem) return 'Your answers are being submitted.'
  return handInText(problem, open)
}
