import type { ReactNode } from 'react'
import { displayTime } from '#lib/both/time/clock.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import ChevronDownIcon from 'virtual:lucide/chevron-down'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import LockIcon from 'virtual:lucide/lock'
import type { CourseExam } from '../course-exams.contract.ts'
import { lockedWords } from '../course-exams.rules.ts'
import type { ExamCourse } from '../../detail/detail.contract.ts'
import { phaseOf, remainingAttempts, type ExamPhase } from '../../exams.rules.ts'
import { counted, marks } from '#lib/both/text/format.ts'

export interface CourseExamCardProps {
  exam: CourseExam
  courseId: number
  /** What the course is to the learner: the exams of one that is not active cannot be started. */
  status: ExamCourse['courseStatus']
  /** The server's time, milliseconds since 1970. */
  now: number
  /** Shown unfolded at first. */
  open: boolean
  /** Names the chapter it is of. */
  withChapter?: boolean
}

/** An exam of a course: a line that unfolds to its facts, the results so far and the way in (document 2, section 4). */
export function CourseExamCard({ exam, courseId, status, now, open, withChapter = false }: CourseExamCardProps) {
  const left = remainingAttempts(exam.attempt, exam.exams_completed)
  const phase = phaseOf(exam, now)
  const locked = status !== 'Active' && !exam.in_progress
  const attends = !locked && phase === 'active' && left > 0
  return (
    <details open={open} className="group rounded-box border border-base-300 bg-base-100">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 rounded-box px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
        {locked && <LockIcon className="size-5 shrink-0 text-muted" />}
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">
              {locked && <span className="sr-only">Locked: </span>}
              {exam.name}
            </span>
            {exam.in_progress && (
              <span className="badge badge-sm border-0 bg-warning text-warning-content">In progress</span>
            )}
          </span>
          <span className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
            <span>{exam.time} min</span>
            <span>{counted(exam.total_noq, 'question')}</span>
            <span>{locked ? counted(exam.attempt, 'attempt') : `${counted(left, 'attempt')} left`}</span>
          </span>
        </span>
        <ChevronDownIcon className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-base-300 px-4 py-4 sm:px-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm lg:grid-cols-4">
          <Fact name="Marks">{marks(exam.total_grade)}</Fact>
          <Fact name="Right answer">+{exam.correct_score_text}</Fact>
          <Fact name="Wrong answer">
            {exam.negative_score > 0 ? `−${exam.negative_score_text}` : 'No negative marks'}
          </Fact>
          {locked ? (
            <Fact name="Attempts used">{`${exam.exams_completed} of ${exam.attempt}`}</Fact>
          ) : (
            <Fact name="Attempts left">{`${left} of ${exam.attempt}`}</Fact>
          )}
          {locked && exam.start_date !== null && <Fact name="Opens">{displayTime(exam.start_date * 1000)}</Fact>}
          {locked && exam.end_date !== null && <Fact name="Closes">{displayTime(exam.end_date * 1000)}</Fact>}
          {withChapter && exam.chapter && (
            <Fact name="Chapter" wide>
              {exam.chapter.title}
            </Fact>
          )}
        </dl>
        <Results exam={exam} courseId={courseId} />
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          {exam.in_progress && (
            <a href={withQuery(paths.takeExam(exam.id), { course: courseId })} className="btn btn-primary">
              Resume Exam
              <span className="sr-only">: {exam.name}</span>
            </a>
          )}
          {!exam.in_progress && attends && (
            <a href={paths.courseExam(courseId, exam.id)} className="btn btn-primary">
              Attend Exam
              <span className="sr-only">: {exam.name}</span>
            </a>
          )}
          <Note exam={exam} status={status} left={left} phase={phase} />
        </div>
      </div>
    </details>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full' : ''}>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
    </div>
  )
}

interface NoteProps extends Pick<CourseExamCardProps, 'exam' | 'status'> {
  left: number
  phase: ExamPhase
}

/** Why there is no button, or until when there is one. */
function Note({ exam, status, left, phase }: NoteProps) {
  const text = exam.in_progress
    ? 'Your attempt is under way and its clock is running.'
    : status !== 'Active'
      ? lockedWords[status]
      : left === 0
        ? 'You have used all your attempts of this exam.'
        : phase === 'upcoming'
          ? `Opens ${displayTime((exam.start_date ?? 0) * 1000)}`
          : exam.end_date !== null
            ? `${phase === 'expired' ? 'Ended' : 'Closes'} ${displayTime(exam.end_date * 1000)}`
            : undefined
  return text && <p className="text-sm text-muted">{text}</p>
}

/** Finished attempts, newest first. */
function Results({ exam, courseId }: { exam: CourseExam; courseId: number }) {
  if (exam.results.length === 0) return null
  return (
    <section aria-label={`Your results of ${exam.name}`} className="mt-5">
      <h4 className="text-sm font-semibold">Your results</h4>
      <ul className="mt-1 divide-y divide-base-300">
        {exam.results.map(({ id, attend_date, user_grade, total_grade }) => (
          <li key={id}>
            <a
              href={paths.courseExamResult(courseId, id)}
              className="flex min-h-11 items-center gap-3 py-2 text-sm hover:text-primary"
            >
              <span className="min-w-0 grow">{displayTime(attend_date)}</span>
              <span className="shrink-0 font-semibold tabular-nums">
                {marks(user_grade)} / {marks(total_grade)}
              </span>
              <ChevronRightIcon className="size-4 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
