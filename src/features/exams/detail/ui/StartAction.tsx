import { paths, withQuery } from '#lib/both/paths.ts'
import type { ExamDetail } from '../detail.contract.ts'
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
  const { can, reason = 'The clock starts at once and does not stop, even if you leave.' } = startState(exam)
  if (can === 'nothing') return <p className="text-sm font-medium">{reason}</p>
  return (
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
  )
}
