import { useMemo } from 'react'
import { formatInr } from '#lib/both/money.ts'
import { dayMonthYear } from '#lib/both/time/days.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Bars } from '#ui/charts/Bars.tsx'
import { ScrollBox } from '#ui/ScrollBox.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { getDays, type Day } from '../home.contract.ts'

const days = loading((_: undefined, signal) => staffCall(getDays, { signal }))

/** The last thirty days: log-ins, exams sat and sales, each as bars, and all of them as a table. */
export function Days() {
  const loaded = useLoaded(days)
  if (loaded.is === 'failed')
    return <LoadFailure compact failed={loaded} what="This overview" onRetry={() => void days.again()} />
  if (loaded.is !== 'shown') return <div className="skeleton mt-8 h-80" />
  const shown = loaded.shown.days
  const withMoney = shown.some(({ sold }) => sold !== null)
  return (
    <section aria-labelledby="days" className="mt-8">
      <h2 id="days" className="mb-3 text-lg font-semibold">
        The last thirty days
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Chart title="Log-ins" days={shown} valueOf={logIns} />
        <Chart title="Exams sat" days={shown} valueOf={examsSat} />
        {withMoney && <Chart title="Net sales, with GST" days={shown} valueOf={rupeesSold} money />}
      </div>
      {withMoney && (
        <p className="mt-2 text-xs text-muted">
          Net sales are payments less their refunds, by the day of the payment. Test payments are not counted.
        </p>
      )}
      <details className="mt-4 text-sm">
        <summary className="min-h-8 cursor-pointer font-medium">As a table</summary>
        <ScrollBox label="The last thirty days as a table">
          <table className="mt-2 w-full max-w-2xl tabular-nums">
            <thead className="text-left text-muted">
              <tr>
                <th className="py-1 font-medium">Day</th>
                <th className="text-right font-medium">Log-ins</th>
                <th className="text-right font-medium">Exams sat</th>
                {withMoney && <th className="text-right font-medium">Net sales</th>}
                {withMoney && <th className="text-right font-medium">Net, with GST</th>}
              </tr>
            </thead>
            <tbody>
              {shown.toReversed().map((day) => (
                <tr key={day.day} className="border-t border-base-300">
                  <th scope="row" className="py-1 text-left font-normal">
                    {dayMonthYear(day.day)}
                  </th>
                  <td className="text-right">{day.log_ins}</td>
                  <td className="text-right">{day.exams}</td>
                  {withMoney && <td className="text-right">{day.sales}</td>}
                  {withMoney && <td className="text-right">{formatInr(day.sold ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </section>
  )
}

const HEIGHT = 168

/** Of the thirty days one a week, or every second, is named. */
const WEEKS = [7, 14]

const logIns = ({ log_ins }: Day) => log_ins
const examsSat = ({ exams }: Day) => exams
const rupeesSold = ({ sold }: Day) => (sold ?? 0) / 100

interface ChartProps {
  title: string
  days: readonly Day[]
  valueOf: (day: Day) => number
  /** Rupees. */
  money?: boolean
}

function Chart({ title, days: shown, valueOf, money = false }: ChartProps) {
  const bars = useMemo(
    () => shown.map((day) => ({ label: dayAndMonth(day.day), value: valueOf(day) })),
    [shown, valueOf],
  )
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  return (
    <figure className="rounded-box border border-base-300 bg-base-100 p-4">
      <figcaption className="mb-2 flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">{title}</span>
        <span className="tabular-nums text-muted">{money ? formatInr(Math.round(total * 100)) : total}</span>
      </figcaption>
      <Bars
        bars={bars}
        height={HEIGHT}
        shown={money ? shortRupees : shortNumber}
        room={money ? 64 : 44}
        labelled={WEEKS}
      />
    </figure>
  )
}

/** `12`, `1.5L`: room for an axis. */
const shortNumber = (value: number): string =>
  new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 }).format(value)

const shortRupees = (value: number): string => `₹${shortNumber(value)}`

/** `21-11` */
const dayAndMonth = (day: string) => dayMonthYear(day).slice(0, 5)
