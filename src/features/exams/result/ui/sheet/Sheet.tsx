import { siteLogo, siteName } from '#lib/browser/site.ts'
import type { ResponseSheet, SheetRow } from '../../results.contract.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { Html } from '#features/questions/ui/Html.tsx'
import { factsOf, factsOfRow, noteOf } from './sheet-facts.ts'

/**
 * What the candidate answered and when the server stored it, for paper as for the screen. Pages import sheet.css: from here it
 * would be part of learners' scripts, which the console must not load.
 */
export function Sheet({ sheet }: { sheet: ResponseSheet }) {
  const facts = factsOf(sheet)
  const rows = sheet.questions.map((row, index) => ({ row, number: index + 1 }))
  return (
    <article className="sheet rounded-box border border-base-300 bg-base-100 p-4 text-sm sm:p-10 print:rounded-none print:border-0 print:p-0">
      <header className="border-b-2 border-base-content pb-4">
        <p className="flex flex-wrap items-center justify-between gap-x-6 text-muted">
          <span className="flex items-center gap-2 font-semibold text-base-content">
            <img src={siteLogo()} alt="" className="size-6 shrink-0" />
            {siteName()}
          </span>
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
                <Row key={number} row={row} number={number} sheet={sheet} />
              ))}
          </ol>
        </section>
      ))}
      <footer className="mt-6 border-t border-base-300 pt-3 text-muted">{noteOf(sheet)}</footer>
    </article>
  )
}

function Row({ row, number, sheet }: { row: SheetRow; number: number; sheet: ResponseSheet }) {
  const { chosen } = row
  const facts = factsOfRow(row, sheet)
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
