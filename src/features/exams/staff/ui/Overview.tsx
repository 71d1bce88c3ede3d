import { useMemo } from 'react'
import uPlot from 'uplot'
import { counted, marks } from '#lib/both/text/format.ts'
import { Plot, type Colors } from '#ui/charts/Plot.tsx'
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

const colorNames = ['primary', 'base-300', 'muted'] as const

function Distribution({ bins }: { bins: Bins }) {
  const key = JSON.stringify(bins)
  // The same numbers are the same chart.
  const data = useMemo((): uPlot.AlignedData => [bins.map((_, bin) => bin), bins.map((bin) => bin.candidates)], [key]) // eslint-disable-line react-hooks/exhaustive-deps
  const options = useMemo(() => (colors: Colors<(typeof colorNames)[number]>) => optionsOf(bins, colors), [key]) // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <div className="min-w-0 rounded-box border border-base-300 bg-base-100 p-4">
      <Plot colors={colorNames} options={options} data={data} height={260} />
    </div>
  )
}

function optionsOf(bins: Bins, colors: Colors<(typeof colorNames)[number]>): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = { stroke: colors.muted, font: '12px system-ui, sans-serif', ticks: { show: false } }
  const most = Math.max(...bins.map(({ candidates }) => candidates))
  return {
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, bins.length - 0.4] }, y: { range: [0, Math.max(most * 1.1, 5)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 5],
        space: 48,
        size: 26,
        values: (_, splits) => splits.map((split) => labelOf(bins[split])),
      },
      {
        ...axis,
        grid: { stroke: colors['base-300'], width: 1 },
        incrs: [1, 2, 5, 10, 50, 100, 500, 1000, 5000],
        size: 48,
      },
    ],
    series: [
      {},
      {
        paths: uPlot.paths.bars!({ size: [0.8, 60], radius: 0.1 }),
        fill: colors.primary,
        stroke: colors.primary,
        width: 0,
        points: { show: false },
      },
    ],
  }
}

/** Where a bar begins. */
const labelOf = (bin: Bins[number] | undefined) => (bin ? (bin.from === null ? '< 0' : marks(bin.from)) : '')
