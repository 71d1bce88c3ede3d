import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Pie } from '#ui/charts/Pie.tsx'
import { Ring } from '#ui/charts/Ring.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import type { ExamResult, SubsectionResult } from '../../results.contract.ts'
import { analysis as bySubsection, insights as byTime } from '../../exam-result.store.ts'
import { normalisedPercentages } from '../../../exams.rules.ts'
import { Panel } from './Panel.tsx'
import { Progress } from './Progress.tsx'
import { TimeSpent } from './TimeSpent.tsx'

export interface AnalysisProps {
  result: ExamResult
  /** Shows the solution of a question, by its index; missing where solutions are kept. */
  onPick?: ((index: number) => void) | undefined
}

/** What the attempt tells (document 2, section 2, 'Analysis tab'): by subsection, by time, by attempt. */
export function Analysis({ result, onPick }: AnalysisProps) {
  return (
    <div className="space-y-6">
      <BySubsection result={result} />
      <ByTimeAndAttempt result={result} onPick={onPick} />
    </div>
  )
}

function BySubsection({ result }: { result: ExamResult }) {
  const state = useLoaded(bySubsection, { examId: result.exam_id, resultId: result.id })
  if (state.is === 'loading') return <Skeleton />
  if (state.is === 'failed') return <ErrorState compact onRetry={bySubsection.again} />
  const analysis = state.shown
  const shares = normalisedPercentages(analysis.map(({ percentage }) => percentage))
  const sum = analysis.reduce((total, { percentage }) => total + percentage, 0)
  return (
    <>
      <Panel title="Section-wise percentage">
        {analysis.length === 1 ? (
          <p className="text-muted">This exam has one section, in which you scored {plain(sum)}% of the marks.</p>
        ) : shares.some((share) => share > 0) ? (
          <>
            <p className="-mt-2 mb-6 max-w-prose text-sm text-muted">
              Next to each section is how much of its own marks you scored. The chart compares the sections: each slice
              is a section’s share of these percentages added together, {plain(sum)}% in all.
            </p>
            <Pie
              title="Section-wise percentage"
              parts={analysis.map(({ subsection_name, percentage }, index) => ({
                label: subsection_name,
                percent: shares[index] ?? 0,
                note: `${plain(percentage)}% of its own marks`,
              }))}
            />
          </>
        ) : (
          <p className="text-muted">No section has marks above zero in this attempt, so there are no shares to draw.</p>
        )}
      </Panel>
      <ul className={`grid gap-4 md:grid-cols-2 ${analysis.length > 2 ? 'xl:grid-cols-3' : ''}`}>
        {analysis.map((section, index) => (
          <li key={index}>
            <SectionCard section={section} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A percentage without needless zeros. */
const plain = (percentage: number) => String(Math.round(percentage * 100) / 100)

function ByTimeAndAttempt({ result, onPick }: AnalysisProps) {
  const state = useLoaded(byTime, result.id)
  if (state.is === 'loading') return <Skeleton />
  if (state.is === 'failed') return <ErrorState compact onRetry={byTime.again} />
  const insights = state.shown
  return (
    <>
      <TimeSpent insights={insights} sections={result.sections} onPick={onPick} />
      <Progress attempts={insights.attempts} resultId={result.id} />
    </>
  )
}

function SectionCard({ section }: { section: SubsectionResult }) {
  const { subsection_name: name, question_count: total, correct_count: correct, incorrect_count: wrong } = section
  const facts = [
    ['Questions', total],
    ['Correct', correct],
    ['Wrong', wrong],
    ['Skipped', total - correct - wrong],
    ['Mark', section.mark_text],
    ['Total mark', section.total_mark_text],
    ['Marks lost', section.negative_mark_text],
  ] as const
  return (
    <article className="h-full rounded-box border border-base-300 bg-base-100 p-5">
      <h3 className="mb-4 font-semibold">{name}</h3>
      <div className="flex items-center gap-5">
        <figure className="shrink-0 text-center">
          <Ring percent={section.percentage} label={`${name}, of its own marks`} />
          <figcaption className="mt-1 text-xs text-muted">of its own marks</figcaption>
        </figure>
        <dl className="min-w-0 grow space-y-1 text-sm">
          {facts.map(([fact, value]) => (
            <div key={fact} className="flex justify-between gap-3">
              <dt className="text-muted">{fact}</dt>
              <dd className="font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  )
}
