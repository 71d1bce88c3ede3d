import { displayTime, SECOND } from '#lib/clock.ts'
import type { ResponseSheet, SheetRow } from '../../results.contract.ts'
import { letterOf, marks, spokenDuration } from '../format.ts'
import { Html } from '../Html.tsx'
import { outcomes } from './outcomes.ts'
import './sheet.css'

/** What the candidate answered and when the server stored it, for paper as for the screen. */
export function Sheet({ sheet }: { sheet: ResponseSheet }) {
  const skipped = sheet.total_noq - sheet.correct_answer_count - sheet.incorrect_answer_count
  const facts = [
    ['Candidate', sheet.learner.name],
    ['Phone', sheet.learner.phone],
    ...(sheet.course ? [['Course', sheet.course.title]] : []),
    ['Category', sheet.course_category.title],
    ['Attempt', sheet.attempt],
    ['Started', displayTime(sheet.start_time, { seconds: true })],
    ['Ended', displayTime(sheet.end_time, { seconds: true })],
    ['Handed in by', sheet.finished_by === 'learner' ? 'the candidate' : 'the end of the time'],
    ['Time taken', `${spokenDuration(sheet.total_time)} of ${sheet.time} min`],
    ['Score', `${marks(sheet.user_grade)} of ${marks(sheet.total_grade)}`],
    ['Correct, wrong, skipped', `${sheet.correct_answer_count}, ${sheet.incorrect_answer_count}, ${skipped}`],
    ['Lost to negative marking', marks(sheet.negative_marks)],
  ] as const
  const rows = sheet.questions.map((row, index) => ({ row, number: index + 1 }))
  return (
    <article className="sheet rounded-box border border-base-300 bg-base-100 p-4 text-sm sm:p-10 print:rounded-none print:border-0 print:p-0">
      <header className="border-b-2 border-base-content pb-4">
        <p className="flex flex-wrap justify-between gap-x-6 text-muted">
          <span className="font-semibold text-base-content">Padavu</span>
          <span>Response sheet no. {sheet.id}</span>
        </p>
        <h1 className="mt-1 text-2xl font-bold">{sheet.name}</h1>
        <dl className="sheet-facts mt-4">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {sheet.sections.map(({ title }, section) => (
        <section key={section} aria-labelledby={`section-${section}`} className="mt-6">
          <h2 id={`section-${section}`} className="sheet-heading text-lg font-semibold">
            {title}
          </h2>
          <ol>
            {rows
              .filter(({ row }) => row.section === section)
              .map(({ row, number }) => (
                <Row key={number} row={row} number={number} />
              ))}
          </ol>
        </section>
      ))}
      <footer className="mt-6 border-t border-base-300 pt-3 text-muted">
        Times are those of the server, in India. Each answer counts as it was last saved; the number tells which action
        of the candidate that was. Made {displayTime(sheet.made_at, { seconds: true })}.
      </footer>
    </article>
  )
}

function Row({ row, number }: { row: SheetRow; number: number }) {
  const { chosen, right, outcome, time_ms, saved_at, seq } = row
  const facts: [string, string][] = [
    ...(right ? [['Correct answer', right.map(letterOf).join(', ')] as [string, string]] : []),
    ...(outcome ? [['Outcome', `${outcomes[outcome].text}, ${signed(row.marks ?? 0)}`] as [string, string]] : []),
    ['Time', time_ms === null ? '–' : spokenDuration(Math.round(time_ms / SECOND))],
    ['Saved', saved_at === null ? 'Nothing to save' : `${displayTime(saved_at, { seconds: true })}, no. ${seq}`],
  ]
  return (
    <li className="sheet-row">
      <h3 className="sheet-number font-semibold">
        <span className="sr-only">Question </span>
        {number}
      </h3>
      <div className="min-w-0">
        <Html html={row.question_content} />
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          <div className="flex basis-full gap-2 rounded-field bg-base-200 px-3 py-1.5">
            <dt className="shrink-0 text-muted">Answer</dt>
            <dd className="min-w-0 font-semibold">
              {chosen ? (
                <span className="flex gap-2">
                  {letterOf(chosen.position)} <Html html={chosen.answer_option} inline />
                </span>
              ) : (
                'None'
              )}
            </dd>
          </div>
          {facts.map(([name, value]) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  )
}

const signed = (value: number) => (value > 0 ? `+${marks(value)}` : marks(value))
