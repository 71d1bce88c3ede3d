import { useEffect, useRef, type ReactNode } from 'react'
import type { AttemptProgress } from '../../results.contract.ts'
import { marks } from '#lib/both/text/format.ts'
import { ScrollBox } from '#ui/ScrollBox.tsx'
import { Panel } from './Panel.tsx'

export interface ProgressProps {
  attempts: readonly AttemptProgress[]
  /** The attempt that the page shows. */
  resultId: number
}

/** The accuracy of each section over the attempts of the exam: figures, and a small line to see them by. */
export function Progress({ attempts, resultId }: ProgressProps) {
  const frame = useRef<HTMLDivElement>(null)
  // Where they do not all fit, the latest attempts are seen first.
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth
  }, [attempts])
  const several = attempts.length > 1
  const names = [...new Set(attempts.flatMap(({ sections }) => sections.map((section) => section.subsection_name)))]
  return (
    <Panel title="Accuracy by section">
      <p className="mb-4 max-w-prose text-sm text-muted">
        Correct answers as a share of those you gave{several ? ', attempt by attempt' : ''}. Skipped questions do not
        count here.
      </p>
      <ScrollBox box={frame} label="Accuracy by section">
        <table className="w-full border-separate [border-spacing:0] text-left text-sm tabular-nums">
          <thead>
            <tr className="text-muted">
              <th scope="col" className={`py-2 pr-3 font-medium ${sticky}`}>
                Section
              </th>
              {several && (
                <th scope="col" className="px-3 py-2 font-medium max-md:hidden">
                  Trend
                </th>
              )}
              {attempts.map(({ attempt, result_id }) => (
                <th
                  key={result_id}
                  scope="col"
                  className={`px-2 py-2 text-right sm:px-3 font-medium whitespace-nowrap ${several && result_id === resultId ? 'rounded-t-field bg-tint text-base-content' : ''}`}
                >
                  Attempt {attempt}
                  {several && result_id === resultId && <span className="sr-only">, shown on this page</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const own = attempts.map(({ sections }) => sections.find((section) => section.subsection_name === name))
              return (
                <Row
                  key={name}
                  name={name}
                  {...{ attempts, resultId }}
                  trend={own.map((section) => section?.accuracy ?? null)}
                  cell={(index) => {
                    const section = own[index]
                    if (section === undefined || section.accuracy === null)
                      return <span className="text-muted">None given</span>
                    return (
                      <Value value={`${marks(section.accuracy)}%`}>
                        {section.correct_count} of {section.answered_count}
                      </Value>
                    )
                  }}
                />
              )
            })}
            <Row
              name="Score"
              {...{ attempts, resultId }}
              trend={attempts.map(({ user_grade, total_grade }) => Math.max(0, (user_grade / total_grade) * 100))}
              cell={(index) => (
                <Value value={marks(attempts[index]!.user_grade)}>of {marks(attempts[index]!.total_grade)}</Value>
              )}
            />
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}

/** Names stay in sight while the attempts are scrolled. */
const sticky = 'sticky left-0 bg-base-100'

interface RowProps extends ProgressProps {
  name: string
  /** Percentages, attempt by attempt. */
  trend: readonly (number | null)[]
  cell: (index: number) => ReactNode
}

function Row({ name, attempts, resultId, trend, cell }: RowProps) {
  const several = attempts.length > 1
  return (
    <tr>
      <th scope="row" className={`min-w-28 border-t border-base-300 py-2.5 pr-3 font-semibold ${sticky}`}>
        {name}
      </th>
      {several && (
        <td className="border-t border-base-300 px-3 py-2.5 max-md:hidden">
          <Sparkline values={trend} />
        </td>
      )}
      {attempts.map(({ result_id }, index) => (
        <td
          key={result_id}
          className={`border-t border-base-300 px-2 py-2.5 text-right sm:px-3 whitespace-nowrap ${several && result_id === resultId ? 'bg-tint' : ''}`}
        >
          {cell(index)}
        </td>
      ))}
    </tr>
  )
}

function Value({ value, children }: { value: string; children: ReactNode }) {
  return (
    <>
      <span className="font-semibold">{value}</span>
      <span className="block text-xs text-muted">{children}</span>
    </>
  )
}

const WIDTH = 96
const TALL = 32
const EDGE = 5

/** A line from attempt to attempt, from 0 at the bottom to 100 at the top; the figures stand beside it. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1)
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: EDGE + index * step, y: TALL - EDGE - (value / 100) * (TALL - 2 * EDGE) }],
  )
  const last = points.at(-1)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${TALL}`} width={WIDTH} height={TALL} aria-hidden="true" className="block">
      <path d={`M0 ${TALL - 0.5}H${WIDTH}M0 0.5H${WIDTH}`} stroke="var(--color-base-300)" />
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="var(--color-primary)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r="3.5" fill="var(--color-primary)" />}
    </svg>
  )
}
