import { useMemo } from 'react'
import { counted, marks } from '#lib/both/text/format.ts'
import { Bars } from '#ui/charts/Bars.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Facts } from '#ui/staff/Facts.tsx'
import type { ExamOfStaff } from '../exams.contract.ts'

type Bins = NonNullable<ExamOfStaff['statistics']>['bins']

/** How the candidates of an exam did, all together. */
export function Overview({ exam: { statistics, candidates, total_marks } }: { exam: ExamOfStaff }) {
  if (!statistics)
    return (
      <EmptyState
        compact
        message="Hidden until ten have finished"
        hint={`Fewer would say little, and tell of single people. ${counted(candidates, 'candidate')} so far.`}
      />
    )
  const { mean, median, deviation, alpha, bins } = statistics
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: 'Candidates', value: `${candidates}, by first attempts` },
          { label: 'Mean', value: `${marks(mean)} of ${marks(total_marks)}` },
          { label: 'Median', value: marks(median) },
          { label: 'Deviation', value: marks(deviation) },
          { label: 'Reliability', value: alpha === null ? null : `${marks(alpha)} (Cronbach’s alpha)` },
        ]}
      />
      <h2 className="mb-3 mt-6 text-lg font-semibold">Marks</h2>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(14rem,1fr)]">
        <Distribution bins={bins} />
        <table className="self-start text-sm tabular-nums">
          <thead className="text-left text-muted">
            <tr>
              <th className="py-1 font-medium">Marks</th>
              <th className="text-right font-medium">Candidates</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.to} className="border-t border-base-300">
                <th scope="row" className="py-1 text-left font-normal">
                  {bin.from === null ? `Below ${marks(bin.to)}` : `${marks(bin.from)} to ${marks(bin.to)}`}
                </th>
                <td className="text-right">{bin.candidates}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Of the bars each, or every second, or every fifth is labelled. */
const LABELLED = [1, 2, 5]

function Distribution({ bins }: { bins: Bins }) {
  const bars = useMemo(() => bins.map((bin) => ({ label: labelOf(bin), value: bin.candidates })), [bins])
  return (
    <div className="min-w-0 rounded-box border border-base-300 bg-base-100 p-4">
      <Bars bars={bars} height={260} shown={wholeOnly} room={48} labelled={LABELLED} />
    </div>
  )
}

/** Candidates are whole. */
const wholeOnly = (value: number) => (Number.isInteger(value) ? String(value) : '')

/** Where a bar begins. */
const labelOf = ({ from }: Bins[number]) => (from === null ? '< 0' : marks(from))
