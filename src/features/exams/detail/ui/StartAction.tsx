import { useState } from 'react'
import { paths, withQuery } from '#lib/both/paths.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { useNow } from '#lib/browser/use-now.ts'
import type { ExamDetail } from '../detail.contract.ts'
import { datesOf } from '../../exams.rules.ts'
import { OpeningCountdown } from './OpeningCountdown.tsx'
import { startState } from './start-state.ts'

export interface StartActionProps {
  exam: ExamDetail
  /** The course in which it is started; none for a general exam. */
  course: number | undefined
  starting: boolean
  onStart: () => void
  /** The candidate registers first. */
  onRegister: () => void
}

/** The button that starts or resumes an exam with what to know before, or why there is none. */
export function StartAction({ exam, course, starting, onStart, onRegister }: StartActionProps) {
  const now = useNow(serverNow, { every: SECOND, changes: datesOf(exam) }) ?? serverNow()
  const {
    can,
    reason = 'The clock starts at once and does not stop, even if you leave.',
    opensIn,
  } = startState(exam, now)
  const [waited, setWaited] = useState(false)
  if (opensIn !== undefined && !waited) setWaited(true)
  return (
    <>
      <p role="status" className="sr-only">
        {waited && can !== 'nothing' && 'The exam is open now.'}
      </p>
      {can === 'nothing' ? (
        <>
          <p className="text-sm font-medium">{reason}</p>
          {opensIn !== undefined && <OpeningCountdown left={opensIn} />}
        </>
      ) : (
        <div className="flex flex-col-reverse gap-x-6 gap-y-3 sm:max-lg:flex-row sm:max-lg:items-center lg:flex-col">
          {can === 'resume' ? (
            <a
              href={withQuery(paths.takeExam(exam.id), { course })}
              className="btn btn-primary sm:max-lg:order-last sm:max-lg:shrink-0"
            >
              Resume Exam
            </a>
          ) : (
            <button
              type="button"
              className="btn btn-primary sm:max-lg:order-last sm:max-lg:shrink-0"
              aria-busy={starting}
              disabled={starting}
              onClick={can === 'register' ? onRegister : onStart}
            >
              {starting ? 'Starting…' : can === 'continue' ? 'Continue Exam' : 'Start Exam'}
            </button>
          )}
          <p className="text-muted max-sm:text-xs sm:max-lg:grow sm:text-sm">{reason}</p>
        </div>
      )}
    </>
  )
}
