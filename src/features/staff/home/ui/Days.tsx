import { useMemo } from 'react'
import uPlot from 'uplot'
import { formatInr } from '#lib/both/money.ts'
import { namedDate } from '#lib/both/time/clock.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Plot, type Colors } from '#ui/charts/Plot.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { getDays, type Day } from '../home.contract.ts'

const days = loading((_: undefined, signal) => staffCall(getDays, { signal }))

/** The last thirty days: log-ins, exams sat and sales, each as bars, and all of them as a table. */
export function Days() {
  const loaded = useLoaded(days)
  if (loaded.is === 'failed') return <ErrorState compact onRetry={() => void days.again()} />
  if (loaded.is !== 'shown') return <div className="skeleton mt-8 h-80" />
  const shown = loaded.shown.days
  const withMoney = shown.some(({ sold }) => sold !== null)
  return (
    <section aria-labelledby="days" className="mt-8">
      <h2 id="days" className="mb-3 text-lg font-semibold">
        The last thirty days
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Chart title="Log-ins" days={shown} valueOf={({ log_ins }) => log_ins} />
        <Chart title="Exams sat" days={shown} valueOf={({ exams }) => exams} />
        {withMoney && <Chart title="Sales, with GST" days={shown} valueOf={({ sold }) => (sold ?? 0) / 100} money />}
      </div>
      <details className="mt-4 text-sm">
        <summary className="min-h-8 cursor-pointer font-medium">As a table</summary>
        <div className="overflow-x-auto">
          <table className="mt-2 w-full max-w-2xl tabular-nums">
            <thead className="text-left text-muted">
              <tr>
                <th className="py-1 font-medium">Day</th>
                <th className="text-right font-medium">Log-ins</th>
                <th className="text-right font-medium">Exams sat</th>
                {withMoney && <th className="text-right font-medium">Sales</th>}
                {withMoney && <th className="text-right font-medium">With GST</th>}
              </tr>
            </thead>
            <tbody>
              {shown.toReversed().map((day) => (
                <tr key={day.day} className="border-t border-base-300">
                  <th scope="row" className="py-1 text-left font-normal">
                    {namedDate(startOfDay(day.day))}
                  </th>
                  <td className="text-right">{day.log_ins}</td>
                  <td className="text-right">{day.exams}</td>
                  {withMoney && <td className="text-right">{day.sales}</td>}
                  {withMoney && <td className="text-right">{formatInr(day.sold ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

const colorNames = ['primary', 'base-300', 'muted'] as const
type ChartColors = Colors<(typeof colorNames)[number]>

const HEIGHT = 168

interface ChartProps {
  title: string
  days: readonly Day[]
  valueOf: (day: Day) => number
  /** Rupees. */
  money?: boolean
}

function Chart({ title, days: shown, valueOf, money = false }: ChartProps) {
  const values = shown.map(valueOf)
  const key = values.join()
  // The same numbers are the same chart.
  const data = useMemo((): uPlot.AlignedData => [values.map((_, index) => index), values], [key]) // eslint-disable-line react-hooks/exhaustive-deps
  const options = useMemo(() => (colors: ChartColors) => optionsOf(shown, Math.max(...values), colors, money), [key]) // eslint-disable-line react-hooks/exhaustive-deps
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <figure className="rounded-box border border-base-300 bg-base-100 p-4">
      <figcaption className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">{title}</span>
        <span className="tabular-nums text-muted">{money ? formatInr(Math.round(total * 100)) : total}</span>
      </figcaption>
      <Plot colors={colorNames} options={options} data={data} height={HEIGHT} />
    </figure>
  )
}

function optionsOf(
  shown: readonly Day[],
  most: number,
  colors: ChartColors,
  money: boolean,
): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = { stroke: colors.muted, font: '12px system-ui, sans-serif', ticks: { show: false } }
  return {
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, shown.length - 0.4] },
      // Nothing at all is a flat line below, not a chart of hundredths.
      y: { range: [0, Math.max(most * 1.1, 5)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [7, 14],
        space: 48,
        size: 26,
        values: (_, splits) => splits.map((split) => dayAndMonth(shown[split]?.day)),
      },
      {
        ...axis,
        grid: { stroke: colors['base-300'], width: 1 },
        space: 36,
        size: money ? 64 : 44,
        values: (_, splits) => splits.map((split) => shortNumber(split, money)),
      },
    ],
    series: [
      {},
      {
        paths: uPlot.paths.bars!({ size: [0.6, 18], radius: 0.2 }),
        fill: colors.primary,
        stroke: colors.primary,
        width: 0,
        points: { show: false },
      },
    ],
  }
}

/** `12`, `₹1.5L`: room for an axis. */
function shortNumber(value: number, money: boolean): string {
  const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  return money ? `₹${short}` : short
}

/** `21 Nov` */
const dayAndMonth = (day: string | undefined) => (day ? namedDate(startOfDay(day), { year: false }) : '')
