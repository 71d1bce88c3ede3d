import { useMemo, useState } from 'react'
import uPlot from 'uplot'
import { SECOND } from '#lib/both/time/clock.ts'
import { Plot, type Colors } from '#ui/charts/Plot.tsx'
import { axisTo } from '#ui/charts/ticks.ts'
import { ScrollBox } from '#ui/ScrollBox.tsx'
import type { PacedQuestion, ResultInsights } from '../../results.contract.ts'
import { outcomes } from '../outcomes.ts'
import { secondsText, timeText } from './time-texts.ts'

type Outcome = PacedQuestion['outcome']

const kinds: readonly Outcome[] = ['correct', 'incorrect', 'answered', 'unanswered']
const colorNames = ['success', 'error', 'primary', 'base-300', 'muted', 'base-content', 'base-100'] as const
type ChartColors = Colors<(typeof colorNames)[number]>

const HEIGHT = 260
/** Pixels that a question gets at least, with its gap. */
const PER_QUESTION = 7
/** Steps of the axis in seconds. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

export interface TimeChartProps {
  questions: readonly PacedQuestion[]
  sections: readonly { title: string }[]
  timedBy: ResultInsights['timed_by']
  /** A bar was clicked; index of its question. */
  onPick?: ((index: number) => void) | undefined
}

/** The learner's time on each question as bars, coloured by outcome, with the median across each. */
export function TimeChart({ questions, sections, timedBy, onPick }: TimeChartProps) {
  const [over, setOver] = useState<number>()
  const data = useMemo(() => dataOf(questions), [questions])
  const options = useMemo(() => (colors: ChartColors) => optionsOf(questions, colors, setOver), [questions])
  const hasMedian = questions.some(({ median_ms }) => median_ms !== null)
  const present = kinds.filter((kind) => questions.some(({ outcome }) => outcome === kind))
  return (
    <div>
      <p className="mb-2 flex min-h-11 flex-wrap content-end items-center gap-x-3 text-sm" aria-hidden="true">
        {over === undefined ? (
          <span className="text-muted">
            Point to a bar to see its question{onPick && '; select it to read the solution'}.
          </span>
        ) : (
          <Told
            question={questions[over]!}
            number={over + 1}
            section={sections[questions[over]!.section]?.title ?? ''}
            timedBy={timedBy}
          />
        )}
      </p>
      <ScrollBox label="Chart of the time on each question">
        <div
          className={onPick ? 'cursor-pointer' : ''}
          onClick={() => over !== undefined && onPick?.(over)}
          onMouseLeave={() => setOver(undefined)}
        >
          <Plot
            colors={colorNames}
            options={options}
            data={data}
            height={HEIGHT}
            minWidth={questions.length * PER_QUESTION + 60}
          />
        </div>
      </ScrollBox>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-muted" aria-label="Key to the chart">
        {present.map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <span className={`size-3.5 rounded-sm ${swatches[kind]}`} aria-hidden="true" />
            {outcomes[kind].text}
          </li>
        ))}
        {hasMedian && (
          <li className="flex items-center gap-2">
            <span className="h-0.5 w-4 bg-base-content" aria-hidden="true" />
            Median of the candidates
          </li>
        )}
      </ul>
    </div>
  )
}

const swatches: Record<Outcome, string> = {
  correct: 'bg-success',
  incorrect: 'bg-[repeating-linear-gradient(135deg,var(--color-error)_0_2px,transparent_2px_4px)] border border-error',
  answered: 'bg-primary',
  unanswered: 'bg-base-300 border border-muted',
}

interface ToldProps {
  question: PacedQuestion
  number: number
  section: string
  timedBy: ResultInsights['timed_by']
}

/** What a bar stands for. */
function Told({ question, number, section, timedBy }: ToldProps) {
  const { outcome, median_ms } = question
  const { text, icon: Icon, tone } = outcomes[outcome]
  return (
    <>
      <b className="font-semibold">Question {number}</b>
      <span className="text-muted">{section}</span>
      <span className={`flex items-center gap-1.5 font-semibold ${tone}`}>
        <Icon className="size-4" />
        {text}
      </span>
      <span className="tabular-nums">
        You: {timeText(question, timedBy)}
        {median_ms !== null && <span className="text-muted">, median {secondsText(median_ms)}</span>}
      </span>
    </>
  )
}

/** Question numbers, then the seconds of each kind where the question is of it. */
function dataOf(questions: readonly PacedQuestion[]): uPlot.AlignedData {
  const own = (kind: Outcome) =>
    questions.map(({ outcome, ms }) => (outcome === kind && ms !== null ? ms / SECOND : null))
  return [questions.map((_, index) => index + 1), ...kinds.map(own)]
}

function optionsOf(
  questions: readonly PacedQuestion[],
  colors: ChartColors,
  onOver: (index: number | undefined) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const longest = Math.max(10, ...questions.map(({ ms, median_ms }) => Math.max(ms ?? 0, median_ms ?? 0) / SECOND))
  const seconds = axisTo(longest, 5, STEPS)
  const paths = uPlot.paths.bars!({ size: [0.62, 28], radius: 0.12 })
  const fills: Record<Outcome, string | (() => CanvasPattern)> = {
    correct: colors.success,
    incorrect: () => stripes(colors.error, colors['base-100']),
    answered: colors.primary,
    unanswered: colors['base-300'],
  }
  const axis = {
    stroke: colors.muted,
    font: '12px system-ui, sans-serif',
    grid: { stroke: colors['base-300'], width: 1 },
    ticks: { show: false },
  }
  return {
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { x: true, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [0.4, questions.length + 0.6] },
      y: { range: [0, seconds.at(-1)!] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        incrs: [1, 2, 5, 10, 20, 50],
        space: 28,
        size: 30,
        values: (_, splits) => splits.map((split) => (split < 1 || split > questions.length ? '' : String(split))),
      },
      {
        ...axis,
        splits: seconds,
        size: 52,
        values: (_, splits) => splits.map((split) => (split >= 60 ? minutes(split) : `${split} s`)),
      },
    ],
    series: [
      {},
      ...kinds.map((kind): uPlot.Series => ({
        paths,
        fill: fills[kind],
        stroke: {
          correct: colors.success,
          incorrect: colors.error,
          answered: colors.primary,
          unanswered: colors.muted,
        }[kind],
        width: 1,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [(plot) => drawMedians(plot, questions, colors)],
      setCursor: [
        ({ cursor: { left = -1 }, posToVal }) => {
          const index = Math.round(posToVal(left, 'x')) - 1
          onOver(left >= 0 && index >= 0 && index < questions.length ? index : undefined)
        },
      ],
    },
  }
}

const minutes = (split: number) => `${Math.floor(split / 60)}:${String(split % 60).padStart(2, '0')} min`

/** A line across each bar, in the page's colour around so that it stands out on any bar. */
function drawMedians(plot: uPlot, questions: readonly PacedQuestion[], colors: ChartColors): void {
  const { ctx, valToPos } = plot
  const ratio = devicePixelRatio
  const slot = Math.abs(valToPos(2, 'x', true) - valToPos(1, 'x', true))
  const width = Math.min(slot * 0.9, 40 * ratio)
  ctx.save()
  for (const [index, { median_ms }] of questions.entries()) {
    if (median_ms === null) continue
    const [x, y] = [valToPos(index + 1, 'x', true), valToPos(median_ms / SECOND, 'y', true)]
    ctx.fillStyle = colors['base-100']
    ctx.fillRect(x - width / 2, y - 2 * ratio, width, 4 * ratio)
    ctx.fillStyle = colors['base-content']
    ctx.fillRect(x - width / 2, y - ratio, width, 2 * ratio)
  }
  ctx.restore()
}

/** Told from a plain bar without its colour. */
function stripes(color: string, ground: string): CanvasPattern {
  const size = 6 * devicePixelRatio
  const tile = document.createElement('canvas')
  tile.width = tile.height = size
  const context = tile.getContext('2d')!
  context.fillStyle = ground
  context.fillRect(0, 0, size, size)
  context.strokeStyle = color
  context.lineWidth = size * 0.42
  context.beginPath()
  for (const offset of [-size, 0, size]) {
    context.moveTo(offset, size)
    context.lineTo(offset + size, 0)
  }
  context.stroke()
  return context.createPattern(tile, 'repeat')!
}
