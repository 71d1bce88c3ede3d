import { useId } from 'react'
import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import InfoIcon from 'virtual:lucide/info'
import { $query, ask } from '../notebook.store.ts'
import type { PracticeSummary } from '../practice.contract.ts'
import { SESSION_SIZE } from '../practice.rules.ts'
import { $waiting } from '../session.store.ts'
import PlayIcon from 'virtual:lucide/play'
import { kindNames } from './words.ts'

/** What is due today, and the way into a session. */
export function SummaryHead({ summary }: { summary: PracticeSummary }) {
  const { source } = useStore($query)
  const waiting = useStore($waiting).length
  const chosen = summary.sources.find(({ kind, id }) => `${kind}:${id}` === source)
  const due = source ? (chosen?.due ?? 0) : summary.due
  const tomorrow = summary.due_tomorrow - summary.due
  const facts = [
    ['In your notebook', summary.learning],
    ['Due tomorrow', tomorrow],
    ['Known', summary.known],
  ] as const
  return (
    <section aria-label="Today" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <p className="text-3xl font-bold tabular-nums">{due > 0 ? `${due} due today` : 'Nothing due today'}</p>
          <p className="mt-1 text-muted">
            {due > SESSION_SIZE
              ? `In sessions of ${SESSION_SIZE}, those that have waited longest first.`
              : due > 0
                ? 'A few minutes now save hours before the exam.'
                : tomorrow > 0
                  ? `Well done. ${counted(tomorrow, 'question')} ${tomorrow === 1 ? 'is' : 'are'} due tomorrow.`
                  : 'Well done. Questions come back when they are due.'}
          </p>
        </div>
        {due > 0 && (
          <a href="#session" className="btn btn-primary btn-lg w-full sm:w-auto">
            <PlayIcon className="size-4" />
            Start practice
          </a>
        )}
      </div>
      <dl className="mt-6 grid grid-cols-3 gap-3 border-t border-base-300 pt-5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Sources summary={summary} />
      {waiting > 0 && (
        <p role="status" className="mt-5 flex items-start gap-3 text-sm">
          <CloudOffIcon className="mt-0.5 size-5 shrink-0 text-warning" />
          {counted(waiting, 'answer')} on this device, to be sent as soon as the server can be reached.
        </p>
      )}
      {summary.resting && (
        <p className="mt-5 flex items-start gap-3 text-sm">
          <InfoIcon className="mt-0.5 size-5 shrink-0 text-info" />
          Some questions are on hold until you finish the exam you are taking.
        </p>
      )}
    </section>
  )
}

/** Narrows session and list to what was missed at one place. */
function Sources({ summary: { sources, due } }: { summary: PracticeSummary }) {
  const { source } = useStore($query)
  const field = useId()
  if (sources.length < 2 && !source) return null
  const known = sources.some(({ kind, id }) => `${kind}:${id}` === source)
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <label htmlFor={field} className="text-sm font-medium">
        Practise from
      </label>
      <select
        id={field}
        className="select w-full max-w-md sm:w-auto sm:grow"
        value={source ?? ''}
        onChange={({ target }) => ask({ source: target.value || undefined })}
      >
        <option value="">Everything ({due} due)</option>
        {source && !known && <option value={source}>One source (nothing left)</option>}
        {sources.map(({ kind, id, title, due: own }) => (
          <option key={`${kind}:${id}`} value={`${kind}:${id}`}>
            {kindNames[kind]}: {title} ({own} due)
          </option>
        ))}
      </select>
    </div>
  )
}
