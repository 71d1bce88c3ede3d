import { useMemo } from 'react'
import uPlot from 'uplot'
import { Plot, type Colors } from './Plot.tsx'
import { axisTo } from './ticks.ts'

interface Bar {
  label: string
  value: number
}

export interface BarsProps {
  /** The chart is made anew when this is another list. */
  bars: readonly Bar[]
  /** Pixels. */
  height: number
  /** A value as the axis has it. */
  shown: (value: number) => string
  /** Pixels that its longest takes. */
  room: number
  /** Of how many bars one is labelled, beginning with the first: the least that fits is taken. */
  labelled: number[]
}

const colorNames = ['primary', 'base-300', 'muted'] as const
const STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap((power) => [power, 2 * power, 5 * power])
type ChartColors = Colors<(typeof colorNames)[number]>

/** Bars side by side. It tells nothing to those who do not see it: a table has to stand beside it. */
export function Bars(props: BarsProps) {
  const { bars, height, shown, room, labelled } = props
  const data = useMemo((): uPlot.AlignedData => [bars.map((_, at) => at), bars.map(({ value }) => value)], [bars])
  const options = useMemo(
    () => (colors: ChartColors) => optionsOf({ bars, shown, room, labelled }, colors),
    [bars, shown, room, labelled],
  )
  return <Plot colors={colorNames} options={options} data={data} height={height} />
}

function optionsOf(
  { bars, shown, room, labelled }: Omit<BarsProps, 'height'>,
  colors: ChartColors,
): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = { stroke: colors.muted, font: '12px system-ui, sans-serif', ticks: { show: false } }
  // Nothing at all is a flat line below, not a chart of hundredths.
  const values = axisTo(Math.max(5, ...bars.map(({ value }) => value)), 5, STEPS)
  return {
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, bars.length - 0.4] },
      y: { range: [0, values.at(-1)!] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: labelled,
        space: 48,
        size: 26,
        values: (_, splits) => splits.map((split) => bars[split]?.label ?? ''),
      },
      {
        ...axis,
        grid: { stroke: colors['base-300'], width: 1 },
        splits: values,
        size: room,
        values: (_, splits) => splits.map(shown),
      },
    ],
    series: [
      {},
      {
        paths: uPlot.paths.bars!({ size: [0.7, 60], radius: 0.15 }),
        fill: colors.primary,
        stroke: colors.primary,
        width: 0,
        points: { show: false },
      },
    ],
  }
}
