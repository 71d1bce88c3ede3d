import { SECOND } from '#lib/both/time/clock.ts'
import { Later } from '#ui/states/Later.tsx'
import { ScrollBox } from '#ui/ScrollBox.tsx'
import { paceRemark, timeByOutcome, type PaceRemark } from '../../pace.rules.ts'
import type { PacedQuestion, ResultInsights } from '../../results.contract.ts'
import { outcomes } from '../outcomes.ts'
import { Panel } from './Panel.tsx'
import { secondsText, timeText, timeTexts } from './time-texts.ts'

const loadChart = () => import('./TimeChart.tsx')

export interface TimeSpentProps {
  insights: ResultInsights
  sections: readonly { title: string }[]
  /** Shows the solution of a question, by its index; missing where solutions are kept. */
  onPick?: ((index: number) => void) | undefined
}

/** `1:05` */
const clock = (ms: number) => {
  const whole = Math.round(ms / SECOND)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** How long each question took, against the other candidates, and what stands out. */
export function TimeSpent({ insights, sections, onPick }: TimeSpentProps) {
  const { questions, timed_by: timedBy, pace_ms: pace } = insights
  if (timedBy === 'nothing') {
    return (
      <Panel title="Time on each question">
        <p className="text-muted">No times were recorded in this attempt.</p>
      </Panel>
    )
  }
  const texts = timeTexts(insights)
  const remarked = questions.map((question, index) => ({ question, index, remark: paceRemark(question, pace) }))
  const of = (wanted: PaceRemark) => remarked.filter(({ remark }) => remark === wanted)
  const spent = timeByOutcome(questions)
  return (
    <Panel title="Time on each question">
      <p className="mb-5 max-w-prose text-sm text-muted">{texts.intro}</p>
      {spent && (
        <dl className="mb-6 grid gap-3 sm:grid-cols-3">
          {(timedBy === 'answers' ? answeredOnly : everyOutcome).map((outcome) => {
            const { icon: Icon, tone } = outcomes[outcome]
            return (
              <div
                key={outcome}
                className="flex justify-between gap-x-4 rounded-field border border-base-300 px-4 py-3 max-sm:items-center sm:flex-col"
              >
                <dt className="flex items-center gap-2 text-sm text-muted">
                  <Icon className={`size-4.5 ${tone}`} />
                  {spentOn[outcome]}
                </dt>
                <dd className="font-semibold tabular-nums max-sm:text-right sm:mt-0.5 sm:text-lg">
                  {secondsText(spent[outcome])}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      <Later name="time chart" load={loadChart} waiting={<div className="skeleton h-[260px] w-full rounded-field" />}>
        {({ TimeChart }) => <TimeChart questions={questions} sections={sections} timedBy={timedBy} onPick={onPick} />}
      </Later>
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
        <Remarks
          title="Too slow"
          none={texts.noneSlow}
          some={texts.slow}
          remarked={of('slow')}
          pace={pace}
          onPick={onPick}
        />
        {spent && (
          <Remarks
            title="Fast and wrong"
            none={texts.noneRushed}
            some={texts.rushed}
            remarked={of('rushed')}
            pace={pace}
            onPick={onPick}
          />
        )}
      </div>
      <details className="group mt-6 border-t border-base-300 pt-4">
        <summary className="inline-flex min-h-11 items-center gap-2 rounded-field text-sm font-semibold text-primary">
          <span className="group-open:hidden">Show the times as a table</span>
          <span className="hidden group-open:inline">Hide the table</span>
        </summary>
        <TimeTable {...{ questions, sections, timedBy, hasMedians: texts.hasMedians }} />
      </details>
    </Panel>
  )
}

const answeredOnly = ['correct', 'incorrect'] as const
const everyOutcome = [...answeredOnly, 'unanswered'] as const
const spentOn = { correct: 'On correct answers', incorrect: 'On wrong answers', unanswered: 'On skipped questions' }

interface Remarked {
  question: PacedQuestion
  index: number
}

interface RemarksProps {
  title: string
  none: string
  some: (count: number) => string
  remarked: readonly Remarked[]
  pace: number
  onPick: TimeSpentProps['onPick']
}

/** Questions that stand out, in the paper's order, each with the learner's time and what it is measured against. */
function Remarks({ title, none, some, remarked, pace, onPick }: RemarksProps) {
  return (
    <section aria-label={title} className="rounded-field bg-base-200 px-4 py-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-sm text-muted">{remarked.length === 0 ? none : some(remarked.length)}</p>
      {remarked.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {remarked.map(({ question: { ms, median_ms }, index }) => {
            const chip = (
              <>
                <b className="font-semibold">Q{index + 1}</b>
                <span className="text-muted">
                  {clock(ms ?? 0)} / {clock(median_ms ?? pace)}
                </span>
              </>
            )
            return (
              <li key={index}>
                {onPick ? (
                  <button
                    type="button"
                    className="btn btn-sm gap-2 border-base-300 bg-base-100 px-2 font-normal tabular-nums sm:px-3"
                    onClick={() => onPick(index)}
                  >
                    {chip}
                    <span className="sr-only">: show the solution</span>
                  </button>
                ) : (
                  <span className="inline-flex min-h-8 items-center gap-2 rounded-field border border-base-300 bg-base-100 px-2 text-xs tabular-nums sm:px-3">
                    {chip}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

interface TimeTableProps {
  questions: readonly PacedQuestion[]
  sections: readonly { title: string }[]
  timedBy: ResultInsights['timed_by']
  hasMedians: boolean
}

function TimeTable({ questions, sections, timedBy, hasMedians }: TimeTableProps) {
  return (
    <ScrollBox label="Table of times" className="mt-2 rounded-field border border-base-300 sm:max-h-112">
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">Time on each question</caption>
        <thead className="sticky top-0 bg-base-200">
          <tr>
            {['Question', 'Section', 'Outcome', 'You', ...(hasMedians ? ['Median'] : [])].map((name) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 font-semibold ${name === 'Section' ? 'max-sm:hidden' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map(({ section, outcome, ms, median_ms }, index) => (
            <tr key={index} className="border-t border-base-300">
              <th scope="row" className="px-3 py-1.5 font-medium">
                {index + 1}
              </th>
              <td className="px-3 py-1.5 max-sm:hidden">{sections[section]?.title}</td>
              <td className="px-3 py-1.5">{outcomes[outcome].text}</td>
              <td className="px-3 py-1.5">{timeText({ ms, outcome }, timedBy)}</td>
              {hasMedians && <td className="px-3 py-1.5">{median_ms === null ? '–' : secondsText(median_ms)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
