import type { ReactNode } from 'react'
import { namedMoment } from '#lib/both/time/clock.ts'
import { counted, marks } from '#lib/both/text/format.ts'
import type { ExamDetail } from '../detail/detail.contract.ts'
import { remainingAttempts } from '../exams.rules.ts'
import AwardIcon from 'virtual:lucide/award'
import CalendarIcon from 'virtual:lucide/calendar'
import ClockIcon from 'virtual:lucide/clock'
import MinusIcon from 'virtual:lucide/minus'
import ListChecksIcon from 'virtual:lucide/list-checks'
import RepeatIcon from 'virtual:lucide/repeat'

/** What a candidate wants to know of an exam before starting it. */
export function ExamFacts({ exam }: { exam: ExamDetail }) {
  const left = remainingAttempts(exam.attempt, exam.exams_completed)
  return (
    <dl className="grid gap-x-6 gap-y-4 min-[26rem]:grid-cols-2">
      <Fact icon={<ClockIcon />} name="Duration" value={counted(exam.time, 'minute')} />
      <Fact icon={<ListChecksIcon />} name="Questions" value={exam.total_noq} />
      <Fact
        icon={<AwardIcon />}
        name="Marks"
        value={`${marks(exam.total_grade)}, ${exam.correct_score_text} per right answer`}
      />
      <Fact
        icon={<MinusIcon />}
        name="Negative marks"
        value={exam.negative_score > 0 ? `${exam.negative_score_text} per wrong answer` : 'None'}
      />
      {exam.start_date !== null && (
        <Fact icon={<CalendarIcon />} name="Opens" value={namedMoment(exam.start_date * 1000)} />
      )}
      {exam.end_date !== null && (
        <Fact icon={<CalendarIcon />} name="Closes" value={namedMoment(exam.end_date * 1000)} />
      )}
      <Fact icon={<RepeatIcon />} name="Attempts left" value={`${left} of ${exam.attempt}`} />
    </dl>
  )
}

function Fact({ icon, name, value }: { icon: ReactNode; name: string; value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2.5 text-sm text-muted">
        <span className="text-primary">{icon}</span>
        {name}
      </dt>
      <dd className="mt-0.5 pl-7.5 font-medium">{value}</dd>
    </div>
  )
}
