import type { ReactNode } from 'react'
import type { ExamResult } from '../results.contract.ts'
import { FEWEST_CANDIDATES, TIE_BREAKS } from '../standing.rules.ts'
import { counted, marks } from '#lib/both/text/format.ts'

/** Rank and percentile of the first attempt, and what wrong answers cost. */
export function Standing({ result }: { result: ExamResult }) {
  const { standing, attempt } = result
  const { candidates, rank, percentile } = standing
  return (
    <div className="mt-6 border-t border-base-300 pt-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-3 lg:gap-x-8">
        {rank !== null && percentile !== null ? (
          <>
            <Figure name="Rank" value={rank} beside={`of ${candidates}`}>
              {attempt === 1
                ? 'Among the first attempts of all candidates.'
                : 'Your first attempt among those of all candidates.'}
            </Figure>
            <Figure name="Percentile" value={marks(percentile)}>
              {marks(percentile)}% of the candidates have your score or less.
            </Figure>
          </>
        ) : (
          <Figure name="Rank and percentile" wide value="–">
            Shown once {FEWEST_CANDIDATES} candidates have finished
          </Figure>
        )}
        <Figure name="Lost to negative marking" wide value={result.negative_marks_text}>
          {costOfWrongAnswers(result)}
        </Figure>
      </dl>
      {rank !== null && <p className="mt-5 text-sm text-muted">{TIE_BREAKS}</p>}
      {attempt > 1 && (
        <p className="mt-2 text-sm text-muted">
          This is attempt {attempt}. Only first attempts are ranked, so it does not change your rank.
        </p>
      )}
    </div>
  )
}

function costOfWrongAnswers({
  incorrect_answer_count: wrong,
  negative_score,
  negative_score_text,
}: ExamResult): string {
  if (negative_score === 0) return 'There is no negative marking in this exam.'
  return wrong === 0
    ? 'No answer was wrong.'
    : `${counted(wrong, 'wrong answer')}, ${negative_score_text} off for each.`
}

interface FigureProps {
  name: string
  value: string | number
  beside?: string
  /** Takes the whole width where two stand side by side. */
  wide?: boolean
  children: ReactNode
}

function Figure({ name, value, beside, wide = false, children }: FigureProps) {
  return (
    <div className={wide ? 'max-lg:col-span-2' : ''}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="text-2xl font-bold tabular-nums">{value}</span>
        {beside && <span className="ml-1.5 text-muted tabular-nums">{beside}</span>}
        <span className="mt-0.5 block text-sm text-muted">{children}</span>
      </dd>
    </div>
  )
}
