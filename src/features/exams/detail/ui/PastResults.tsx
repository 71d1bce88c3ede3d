import { namedMoment } from '#lib/both/time/clock.ts'
import type { ExamDetail } from '../detail.contract.ts'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { marks } from '#lib/both/text/format.ts'

export interface PastResultsProps {
  results: ExamDetail['results']
  /** Where the result of an attempt is shown. */
  pathOf: (attemptId: number) => string
}

/** The learner's finished attempts, newest first. */
export function PastResults({ results, pathOf }: PastResultsProps) {
  if (results.length === 0) return null
  return (
    <section aria-labelledby="results" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      <h2 id="results" className="mb-2 font-semibold">
        Your results
      </h2>
      <ul className="divide-y divide-base-300">
        {results.map(({ attempt_id, user_grade, total_grade, attend_date }) => (
          <li key={attempt_id}>
            <a href={pathOf(attempt_id)} className="flex min-h-12 items-center gap-3 py-2 text-sm hover:text-primary">
              <span className="min-w-0 grow">{namedMoment(attend_date)}</span>
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
