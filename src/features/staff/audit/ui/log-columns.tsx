import { counted } from '#lib/both/text/format.ts'
import { formatInr } from '#lib/both/money.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import type { AuditEntry } from '../audit.contract.ts'

/** What of an entry the tables of the log show: when, who, what, to whom, what changed, and why. */
export const logColumns: Column<AuditEntry>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => <Instant at={at} seconds />, whole: true },
  {
    id: 'who',
    header: 'Who',
    cell: ({ who, address }) => (
      <>
        {who}
        <span className="block text-xs text-muted">{address}</span>
      </>
    ),
  },
  {
    id: 'what',
    header: 'What',
    cell: ({ action, subject, call, request_id }) => (
      <span title={`${call} · ${request_id}`}>
        <span className="inline-block first-letter:uppercase">{action}</span>
        <span className="block text-xs text-muted">{subject}</span>
      </span>
    ),
  },
  {
    id: 'learner',
    header: 'Learner',
    cell: ({ learner, learners }) =>
      learners > 1 ? (
        counted(learners, 'learner')
      ) : learner ? (
        <a className="link" href={staffPaths.learner(learner.id)}>
          {learner.name ?? `Learner ${learner.id}`}
        </a>
      ) : null,
  },
  { id: 'change', header: 'Change', cell: (entry) => <Change entry={entry} /> },
  { id: 'why', header: 'Why', cell: ({ reason }) => <span dir="auto">{reason}</span> },
]

function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = Object.keys({ ...before, ...after })
  if (names.length === 0) return null
  return (
    <ul className="text-xs">
      {names.map((name) => (
        <li key={name}>
          <span className="text-muted">{name.replace(/_(at|paise)$/, '').replaceAll('_', ' ')}</span>{' '}
          {name in before && (
            <>
              <del className="text-muted">{valueOf(name, before[name])}</del> →{' '}
            </>
          )}
          {valueOf(name, after[name])}
        </li>
      ))}
    </ul>
  )
}

function valueOf(name: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value
  if (/_(at|until)$/.test(name)) return displayTime(value)
  return name.endsWith('_paise') ? formatInr(value) : String(value)
}
