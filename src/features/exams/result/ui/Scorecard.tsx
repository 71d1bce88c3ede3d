import type { ReactNode } from 'react'
import { namedMoment } from '#lib/both/time/clock.ts'
import { HalfGauge } from '#ui/charts/HalfGauge.tsx'
import InfoIcon from 'virtual:lucide/info'
import type { ExamResult } from '../results.contract.ts'
import { counted, exactDuration, marks } from '#lib/both/text/format.ts'
import CircleXIcon from 'virtual:lucide/circle-x'
import MinusIcon from 'virtual:lucide/minus'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import { isRounded } from '../../marks.rules.ts'
import { Standing } from './Standing.tsx'

/** The score and how it came about. */
export function Scorecard({ result, retakePath }: { result: ExamResult; retakePath: string }) {
  const { total_noq: total, correct_answer_count: correct, incorrect_answer_count: wrong } = result
  return (
    <section aria-label="Result" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      {result.finished_by === 'deadline' && (
        <p className="mb-6 flex gap-3 rounded-field bg-base-200 px-4 py-3 text-sm">
          <InfoIcon className="size-5 shrink-0 text-info" />
          The time was over, so the exam was submitted with the answers saved until then.
        </p>
      )}
      <div className="grid items-center gap-8 md:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="flex flex-col items-center">
          <HalfGauge
            value={result.user_grade}
            max={result.total_grade}
            label="Score"
            text={marks(result.user_grade)}
            of={marks(result.total_grade)}
          />
          {isRounded(result) && <p className="mt-2 text-sm text-muted">Exactly {result.user_grade_text}</p>}
        </div>
        <div className="@container">
          <dl className="grid grid-cols-3 gap-3 text-center">
            <Count name="Correct" value={correct} icon={<CircleCheckIcon className="size-5 text-success" />} />
            <Count name="Wrong" value={wrong} icon={<CircleXIcon className="size-5 text-error" />} />
            <Count name="Skipped" value={total - correct - wrong} icon={<MinusIcon className="size-5 text-muted" />} />
          </dl>
          <dl className="mt-6 grid gap-x-8 gap-y-3 text-sm @lg:grid-cols-2">
            <Fact name="Start time" value={namedMoment(result.start_time)} />
            <Fact name="End time" value={namedMoment(result.end_time)} />
            <Fact name="Duration" value={`${exactDuration(result.total_time)} of ${result.time} min`} />
            <Fact name="Total questions" value={total} />
            <Fact name="Right answer" value={`+${result.correct_score_text}`} />
            <Fact
              name="Wrong answer"
              value={result.negative_score > 0 ? `−${result.negative_score_text}` : 'No negative marks'}
            />
          </dl>
        </div>
      </div>
      <Standing result={result} />
      {result.attempts_left > 0 && (
        <p className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-5 text-sm">
          {counted(result.attempts_left, 'attempt')} left
          <a href={retakePath} className="btn">
            Try again
          </a>
        </p>
      )}
    </section>
  )
}

function Count({ name, value, icon }: { name: string; value: number; icon: ReactNode }) {
  return (
    <div className="rounded-field border border-base-300 px-2 py-3">
      <dt className="flex flex-wrap items-center justify-center gap-x-1.5 text-sm text-muted">
        {icon}
        {name}
      </dt>
      <dd className="mt-1 text-2xl font-bold tabular-nums">{value}</dd>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string | number }) {
  return (
    <div className="flex justify-between gap-4 border-b border-base-300 pb-2">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium tabular-nums">{value}</dd>
    </div>
  )
}
