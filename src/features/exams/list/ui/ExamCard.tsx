import { namedMoment } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import type { ExamListItem } from '../exam-list.contract.ts'
import { maySit } from '../exam-list.rules.ts'
import { examPhase, remainingAttempts, type ExamPhase } from '../../exams.rules.ts'
import { counted } from '#lib/both/text/format.ts'
import CalendarIcon from 'virtual:lucide/calendar'
import ClockIcon from 'virtual:lucide/clock'
import ListChecksIcon from 'virtual:lucide/list-checks'
import RepeatIcon from 'virtual:lucide/repeat'

const fact = 'flex items-center gap-2 text-sm text-muted'

export interface ExamCardProps {
  exam: ExamListItem
  /** The server's time, milliseconds since 1970. */
  now: number
  /** The one whose button stands out among all of the list. */
  next: boolean
}

/** A general exam in the list. The whole card leads to its page. */
export function ExamCard({ exam, now, next }: ExamCardProps) {
  const opens = exam.start_date * 1000
  const closes = exam.end_date * 1000
  const phase = examPhase(opens, closes, now)
  const { in_progress: resumes } = exam
  const when = {
    upcoming: `Opens ${namedMoment(opens)}`,
    active: `Closes ${namedMoment(closes)}`,
    expired: `Ended ${namedMoment(closes)}`,
  }[phase]
  const attempts = attemptsText(exam, phase)
  const look = next ? 'btn-primary' : maySit(exam, now) ? 'btn-outline btn-primary' : ''
  return (
    <article className="relative flex w-full flex-col rounded-box border border-base-300 bg-base-100 p-5 focus-within:border-primary hover:border-primary/60">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <p className="min-w-0 text-xs font-medium text-muted">{exam.category}</p>
        {resumes && (
          <span className="badge badge-sm shrink-0 border-0 bg-warning text-warning-content">In progress</span>
        )}
        {!resumes && phase === 'upcoming' && (
          <span className="badge badge-sm shrink-0 border-0 bg-base-200 text-base-content">Upcoming</span>
        )}
      </div>
      <h2 className="mt-1 text-lg font-semibold">{exam.title}</h2>
      {/* At the foot and in columns, so that facts of cards side by side stand in line. */}
      <ul className="mt-auto mb-5 space-y-2 pt-4">
        <li className="grid grid-cols-2 gap-x-2">
          <span className={fact}>
            <ClockIcon className="size-4 shrink-0" />
            {counted(exam.duration, 'minute')}
          </span>
          <span className={fact}>
            <ListChecksIcon className="size-4 shrink-0" />
            {counted(exam.question_count, 'question')}
          </span>
        </li>
        <li className={fact}>
          <CalendarIcon className="size-4 shrink-0" />
          {when}
        </li>
        <li className={fact}>
          <RepeatIcon className="size-4 shrink-0" />
          {attempts}
        </li>
      </ul>
      <a
        href={resumes ? paths.takeExam(exam.id) : paths.mockTest(exam.id)}
        aria-label={`${resumes ? 'Resume' : 'View Details'}: ${exam.title}`}
        className={`btn w-full after:absolute after:inset-0 after:rounded-box ${look}`}
      >
        {resumes ? 'Resume' : 'View Details'}
      </a>
    </article>
  )
}

function attemptsText({ attempt, exams_completed: done, in_progress }: ExamListItem, phase: ExamPhase): string {
  if (in_progress) return `Attempt ${done + 1} of ${attempt} under way`
  if (phase === 'expired') return done === 0 ? 'Not attempted' : `Attempted ${done} of ${attempt}`
  if (done === 0) return counted(attempt, 'attempt')
  const left = remainingAttempts(attempt, done)
  return left === 0 ? 'No attempts left' : `${left} of ${counted(attempt, 'attempt')} left`
}
