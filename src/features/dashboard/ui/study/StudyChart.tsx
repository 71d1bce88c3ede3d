import { useMemo, useState } from 'react'
import uPlot from 'uplot'
import { counted } from '#lib/both/text/format.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { namedDate, namedDay } from '#lib/both/time/clock.ts'
import { Plot, type Colors } from '#ui/charts/Plot.tsx'
import { ticks, tickStep } from '#ui/charts/ticks.ts'
import type { StudyDay } from '../../dashboard.contract.ts'

const colorNames = ['primary', 'part-2', 'base-300', 'muted', 'base-100'] as const
type ChartColors = Colors<(typeof colorNames)[number]>

/** Of both axes: with the same number of intervals the grid lines of one have ticks of the other. */
const INTERVALS = 4
const MINUTE_STEPS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 360]
const QUESTION_STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]

/** Pixels; a phone has more to show below. */
const HEIGHT = { phone: 152, else: 216 }

/** Minutes as bars, questions as dots, each with an axis of its own; both have their ticks on the same grid lines. */
export function StudyChart({ days }: { days: readonly StudyDay[] }) {
  const [over, setOver] = useState<number>()
  const data = useMemo(
    (): uPlot.AlignedData => [
      days.map((_, index) => index),
      days.map((day) => day.minutes_watched),
      // No dot for none.
      days.map((day) => day.questions_answered || null),
    ],
    [days],
  )
  const options = useMemo(() => (colors: ChartColors) => optionsOf(days, colors, setOver), [days])
  const [height] = useState(() => HEIGHT[matchMedia('(width < 40rem)').matches ? 'phone' : 'else'])
  const day = over === undefined ? undefined : days[over]
  return (
    <div onMouseLeave={() => setOver(undefined)}>
      <p className="h-6 truncate text-sm text-muted" aria-hidden="true">
        {day
          ? `${namedDay(startOfDay(day.day))}: ${day.minutes_watched} min, ${counted(day.questions_answered, 'question')}`
          : 'Bars: minutes. Dots: questions.'}
      </p>
      <Plot colors={colorNames} options={options} data={data} height={height} />
    </div>
  )
}

function optionsOf(
  days: readonly StudyDay[],
  colors: ChartColors,
  onOver: (index: number | undefined) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const ticksOf = (of: (day: StudyDay) => number, steps: readonly number[]) =>
    ticks(tickStep(Math.max(...days.map(of)), INTERVALS, steps), INTERVALS)
  const minutes = ticksOf((day) => day.minutes_watched, MINUTE_STEPS)
  const questions = ticksOf((day) => day.questions_answered, QUESTION_STEPS)
  const axis = {
    stroke: colors.muted,
    font: '12px system-ui, sans-serif',
    ticks: { show: false },
  }
  return {
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { x: true, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      minutes: { range: [0, minutes.at(-1)!] },
      questions: { range: [0, questions.at(-1)!] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 5, 7, 14],
        space: 48,
        size: 28,
        values: (_, splits) => splits.map((split) => dayAndMonth(days[split]?.day)),
      },
      {
        ...axis,
        scale: 'minutes',
        grid: { stroke: colors['base-300'], width: 1 },
        splits: minutes,
        size: 56,
        values: (_, splits) => splits.map((split) => `${split} min`),
      },
      {
        ...axis,
        scale: 'questions',
        side: 1,
        grid: { show: false },
        splits: questions,
        size: 34,
      },
    ],
    series: [
      {},
      {
        scale: 'minutes',
        paths: uPlot.paths.bars!({ size: [0.6, 22], radius: 0.2 }),
        fill: colors.primary,
        stroke: colors.primary,
        width: 0,
        points: { show: false },
      },
      {
        scale: 'questions',
        stroke: colors['part-2'],
        width: 0,
        points: { show: true, size: 8, fill: colors['base-100'], stroke: colors['part-2'], width: 2 },
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { left = -1 }, posToVal }) => {
          const index = Math.round(posToVal(left, 'x'))
          onOver(left >= 0 && index >= 0 && index < days.length ? index : undefined)
        },
      ],
    },
  }
}

/** `21 Nov` */
const dayAndMonth = (day: string | undefined) => (day ? namedDate(startOfDay(day), { year: false }) : '')
