import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { unsaved } from '../../answers/attempt.rules.ts'
import type { Attempt } from '../../answers/attempt.store.ts'
import { examPath } from '../../../exam-outcome.browser.ts'
import type { Finishing as State } from '../../sitting/exam-session.store.ts'
import type { ExamDetail } from '../../../detail/detail.contract.ts'
import { exitTo, guardBack, stay } from '../../page/leave-guard.browser.ts'
import { handInText, leavingText, UNREAD_WARNING, waitingText, waitingTitle } from '../../../ui/ending-texts.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import { Countdown } from '../Countdown.tsx'
import { useSitting } from '../sitting.ts'

export interface FinishingProps {
  exam: ExamDetail
  attempt: Attempt
  finishing: State
}

/** The exam is being handed in, for as long as it takes; a candidate who waits may go on with it instead. */
export function Finishing({ exam, attempt, finishing }: FinishingProps) {
  const { $unread, takeBack } = useSitting()
  const unread = useStore($unread)
  const open = unsaved(useStore(attempt.$work)).length
  const journalled = useStore(attempt.$journalled)
  const { cause, problem } = finishing
  const kept = finishing.kept && journalled
  const waiting = cause === 'learner' && problem
  const waits = Boolean(waiting)
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone: the question that was confirmed, or the button that takes it back.
  useEffect(() => heading.current?.focus(), [waits])
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-lg place-content-center justify-items-center gap-4 px-4 text-center">
      {waiting ? <CloudOffIcon className="size-10 text-warning" /> : <Spinner label="" />}
      <h1 ref={heading} tabIndex={-1} className="text-xl font-bold text-balance outline-none">
        {waiting ? waitingTitle(problem) : cause === 'deadline' ? 'Time is over' : 'Submitting your exam'}
      </h1>
      <p className="text-muted">{exam.name}</p>
      {waiting && <Countdown />}
      <p role="status" className="text-balance">
        {waiting ? waitingText(problem, open, kept) : statusText(cause, problem, open)}
        {unread && ` ${UNREAD_WARNING}`}
      </p>
      {waiting && (
        <button type="button" className="btn btn-primary" onClick={takeBack}>
          Do not submit yet, continue the exam
        </button>
      )}
      {cause === 'learner' && <LeaveQuestion exam={exam} kept={kept} />}
    </div>
  )
}

/** 'Back' while the exam has not been handed in. */
function LeaveQuestion({ exam, kept }: { exam: ExamDetail; kept: boolean }) {
  const [open, setOpen] = useState(false)
  useEffect(() => guardBack({ onBack: () => setOpen(true), onReturn: () => setOpen(false) }), [])
  return (
    <ConfirmDialog
      open={open}
      title="Exit Exam"
      message={leavingText(kept)}
      confirmLabel="Exit Exam"
      cancelLabel="Stay"
      onConfirm={() => exitTo(examPath(exam.id, exam.exam_type.id, exam.courses))}
      onCancel={() => {
        stay()
        setOpen(false)
      }}
    />
  )
}

function statusText(cause: State['cause'], problem: State['problem'], open: number): string {
  if (cause === 'learner') return open > 0 ? 'Sending the last answers…' : 'One moment…'
  if (!problem) return 'Your answers are being submitted.'
  return handInText(problem, open)
}
