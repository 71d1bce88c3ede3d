import type { FeaturedExam } from '#features/exams/list/featured.contract.ts'
import { dateOf, mayAttend, timingLabel } from '#features/exams/list/featured.rules.ts'
import { counted, countedMarks, marks } from '#lib/both/text/format.ts'
import CalendarIcon from 'virtual:lucide/calendar'
import ClockIcon from 'virtual:lucide/clock'
import ListChecksIcon from 'virtual:lucide/list-checks'
import RepeatIcon from 'virtual:lucide/repeat'
import { namedMoment } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'

const fact = 'flex items-center gap-2'

/** As high as a card is in the room there is, so that nothing moves when they come. */
export const CARD_HEIGHT = 'min-h-65 md:min-h-70 xl:min-h-75.5'

const labelStyles = {
  warning: 'bg-warning text-warning-content',
  danger: 'bg-error text-error-content',
}

export interface FeaturedExamCardProps {
  exam: FeaturedExam
  /** The server's time, milliseconds since 1970. */
  now: number
  /** The one whose button stands out. */
  first: boolean
  /** An exam is being started; no other may be. */
  starting: boolean
  /** The learner wants to sit an exam that asks for a registration first. */
  onAttend: () => void
}

/**
 * An exam with its timing label and, while it may be sat, 'Attend Exam' (document 1, section 4). All cards have the same
 * rows: one that is yet to open says when, and leads to its details.
 */
export function FeaturedExamCard({ exam, now, first, starting, onAttend }: FeaturedExamCardProps) {
  const label = timingLabel(exam, now)
  const { says, at } = dateOf(exam, now)
  return (
    <article
      className={`flex w-full flex-col rounded-box border border-base-300 bg-base-100 p-4 sm:p-5 ${CARD_HEIGHT}`}
    >
      <div className="flex min-h-6 items-start justify-between gap-2">
        <p className="min-w-0 text-xs font-medium text-muted">{exam.course_category.title}</p>
        {label && <span className={`badge badge-sm shrink-0 border-0 ${labelStyles[label.style]}`}>{label.text}</span>}
      </div>
      <h3 className="mt-1 line-clamp-2 font-semibold sm:text-lg">
        <a href={paths.mockTest(exam.id)} className="hover:underline">
          {exam.name}
        </a>
      </h3>
      {/* At the foot and one below the other, so that facts of cards side by side stand in line. */}
      <ul className="mt-auto mb-4 grid gap-1.5 pt-2 text-sm text-muted sm:pt-3">
        <li className={fact}>
          <ClockIcon className="size-4 shrink-0" />
          {exam.time} min
        </li>
        <li className={fact}>
          <ListChecksIcon className="size-4 shrink-0" />
          {counted(exam.total_noq, 'question')}, {countedMarks(exam.total_grade)}
        </li>
        <li className={fact}>
          <CalendarIcon className="size-4 shrink-0" />
          {says} {namedMoment(at)}
        </li>
        <li className={fact}>
          <RepeatIcon className="size-4 shrink-0" />
          <span className="flex min-w-0 flex-wrap gap-x-1">
            <Attempts exam={exam} />
          </span>
        </li>
      </ul>
      <Action exam={exam} now={now} first={first} starting={starting} onAttend={onAttend} />
    </article>
  )
}

/** How many attempts are used, with the way to what the last one came to. */
function Attempts({ exam }: { exam: FeaturedExam }) {
  const [last] = exam.result
  if (exam.exams_completed === 0 && registers(exam)) return `${counted(exam.attempt, 'attempt')}, with a registration`
  return (
    <>
      {exam.exams_completed} of {counted(exam.attempt, 'attempt')} used
      {last && (
        <>
          {', '}
          <a
            href={paths.mockTestResult(exam.id, last.attempt_id)}
            className="inline-flex min-h-6 items-center font-medium text-primary hover:underline"
          >
            last result: {marks(last.user_grade)}
          </a>
        </>
      )}
    </>
  )
}

const registers = (exam: FeaturedExam) => exam.is_reg_needed === 'Y' && !exam.registered

function Action({ exam, now, first, starting, onAttend }: FeaturedExamCardProps) {
  const inviting = exam.in_progress || mayAttend(exam, now)
  const label = exam.in_progress ? 'Resume' : inviting ? 'Attend Exam' : 'View Details'
  const look = `btn w-full ${first ? 'btn-primary' : inviting ? 'btn-outline btn-primary' : ''}`
  if (label === 'Attend Exam' && registers(exam)) {
    return (
      <button
        type="button"
        className={look}
        disabled={starting}
        aria-label={`${label}: ${exam.name}`}
        onClick={onAttend}
      >
        {label}
      </button>
    )
  }
  // The instructions come before a start: that sets the clock running.
  return (
    <a
      href={exam.in_progress ? paths.takeExam(exam.id) : paths.mockTest(exam.id)}
      className={look}
      aria-label={`${label}: ${exam.name}`}
    >
      {label}
    </a>
  )
}
