import type { FeaturedExam } from '#features/exams/featured.contract.ts'
import { mayAttend, timingLabel } from '#features/exams/featured.rules.ts'
import { counted, marks } from '#features/exams/ui/format.ts'
import { ClockIcon, QuestionsIcon, RepeatIcon } from '#features/exams/ui/icons.tsx'
import { displayTime } from '#lib/clock.ts'
import { paths } from '#lib/paths.ts'

const fact = 'flex items-center gap-2'

/** As high as most cards are in the room there is, so that nothing moves when they come. */
export const CARD_HEIGHT = 'min-h-76 @[23rem]:max-md:min-h-58 @3xl:min-h-56'

const labelStyles = {
  warning: 'bg-warning text-warning-content',
  danger: 'bg-error text-error-content',
}

export interface FeaturedExamCardProps {
  exam: FeaturedExam
  /** The server's time, milliseconds since 1970. */
  now: number
  /** An exam is being started; no other may be. */
  starting: boolean
  /** The learner wants to sit an exam that asks for a registration first. */
  onAttend: () => void
}

/** An exam with its timing label and, while it may be sat, 'Attend Exam' (document 1, section 4). */
export function FeaturedExamCard({ exam, now, starting, onAttend }: FeaturedExamCardProps) {
  const label = timingLabel(exam, now)
  const [last] = exam.result
  const button = 'btn btn-primary mt-auto w-full'
  const registers = exam.is_reg_needed === 'Y' && !exam.registered
  return (
    <article className={`flex w-full flex-col rounded-box border border-base-300 bg-base-100 p-5 ${CARD_HEIGHT}`}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 truncate text-xs font-medium text-muted">{exam.course_category.title}</p>
        {label && <span className={`badge badge-sm border-0 ${labelStyles[label.style]}`}>{label.text}</span>}
      </div>
      <h3 className="mt-1 text-lg font-semibold">
        <a href={paths.mockTest(exam.id)} className="hover:underline">
          {exam.name}
        </a>
      </h3>
      <ul className="mb-5 mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
        <li className={fact}>
          <ClockIcon className="size-4" />
          {exam.time} minutes
        </li>
        <li className={fact}>
          <QuestionsIcon className="size-4" />
          {counted(exam.total_noq, 'question')}, {marks(exam.total_noq * exam.correct_score)} marks
        </li>
        <li className={fact}>
          <RepeatIcon className="size-4" />
          {exam.exams_completed} of {counted(exam.attempt, 'attempt')} used
        </li>
        {last && (
          <li className="w-full">
            <a
              href={paths.mockTestResult(exam.id, last.attempt_id)}
              className="inline-flex min-h-6 items-center font-medium text-primary hover:underline"
            >
              Last result: {marks(last.user_grade)} marks, {displayTime(last.attend_date)}
            </a>
          </li>
        )}
      </ul>
      {exam.in_progress ? (
        <a href={paths.takeExam(exam.id)} className={button} aria-label={`Resume: ${exam.name}`}>
          Resume
        </a>
      ) : (
        mayAttend(exam, now) &&
        (registers ? (
          <button
            type="button"
            className={button}
            disabled={starting}
            aria-label={`Attend Exam: ${exam.name}`}
            onClick={onAttend}
          >
            Attend Exam
          </button>
        ) : (
          // The instructions come first: a start sets the clock running.
          <a href={paths.mockTest(exam.id)} className={button} aria-label={`Attend Exam: ${exam.name}`}>
            Attend Exam
          </a>
        ))
      )}
    </article>
  )
}
