import { SECOND } from '#lib/both/time/clock.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { useNow } from '#lib/browser/use-now.ts'
import { datesOf } from '../../exams.rules.ts'
import { examPath, resultPath } from '../../exam-outcome.browser.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { NotCounted } from '../../not-counted/not-counted.browser.ts'
import { OpeningCountdown } from '../../detail/ui/OpeningCountdown.tsx'
import { startState } from '../../detail/ui/start-state.ts'
import { ExamFacts } from '../../ui/ExamFacts.tsx'
import { Html } from '#features/questions/ui/Html.tsx'
import { NotCountedNotice } from '../../not-counted/NotCountedNotice.tsx'
import { useFreshExam } from './fresh-exam.ts'
import { useSitting } from './sitting.ts'

export interface GateProps {
  exam: ExamDetail
  notCounted: NotCounted
  starting: boolean
}

/** The exam's address was opened and no attempt is under way: nothing starts until the candidate says so. */
export function Gate({ exam: loaded, notCounted, starting }: GateProps) {
  const { hideNotCounted, start } = useSitting()
  const exam = useFreshExam(loaded)
  const now = useNow(serverNow, { every: SECOND, changes: datesOf(exam) }) ?? serverNow()
  const { can, reason, opensIn } = startState(exam, now)
  const latest = exam.results[0]
  const back = examPath(exam.id, exam.exam_type.id, exam.courses)
  const go = (
    <button
      type="button"
      className="btn btn-primary"
      aria-busy={starting}
      disabled={starting}
      onClick={() => void start()}
    >
      {starting ? 'Starting…' : can === 'continue' ? 'Continue Exam' : 'Start Exam'}
    </button>
  )
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8 sm:py-16">
      <h1 className="mb-6 text-2xl font-bold">{exam.name}</h1>
      <NotCountedNotice notCounted={notCounted} onDismiss={() => void hideNotCounted()} />
      {can === 'continue' && (
        <section aria-label="Continue" className="mb-6 rounded-box border border-warning bg-base-100 p-4 sm:p-5">
          <p role="status" className="mb-4 font-medium">
            {reason}
          </p>
          {go}
        </section>
      )}
      <div className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
        <ExamFacts exam={exam} />
        {exam.instructions && (
          <section aria-labelledby="instructions" className="mt-6">
            <h2 id="instructions" className="mb-2 font-semibold">
              Instructions
            </h2>
            <Html html={exam.instructions} />
          </section>
        )}
        {reason && can !== 'continue' && <p className="mt-6 font-medium">{reason}</p>}
        {opensIn !== undefined && <OpeningCountdown left={opensIn} />}
        <div className="mt-6 flex flex-wrap gap-3">
          {can === 'start' && go}
          {can === 'register' && (
            <a href={back} className="btn btn-primary">
              Register and start
            </a>
          )}
          {latest && (
            <a href={resultPath(exam.id, exam.exam_type.id, latest.attempt_id, exam.courses)} className="btn">
              See your latest result
            </a>
          )}
          <a href={back} className="btn btn-ghost">
            Back to the exam
          </a>
        </div>
      </div>
    </div>
  )
}
