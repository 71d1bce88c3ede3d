import { useStore } from '@nanostores/react'
import { Html } from '#features/questions/ui/Html.tsx'
import { counted, letterOf, spokenDuration } from '#lib/both/text/format.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { toast } from '#ui/Toasts.tsx'
import { exportItems, type ExamItem } from '../exams.contract.ts'
import { itemWord, type ItemWord } from '../exams.rules.ts'
import { address, items, paperIn } from './exam-screen.browser.ts'

/** How each question did. */
export function Questions({ id }: { id: number }) {
  const { paper } = useStore(address.$values)
  const loaded = useLoaded(items, { id, paper })
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  if (shown && shown.data === null)
    return (
      <EmptyState
        compact
        message="Hidden until ten have finished"
        hint={`Fewer would say little, and tell of single people. ${counted(shown.candidates, 'candidate')} so far.`}
      />
    )
  const save = () =>
    downloadCsv(`exam-${id}-questions.csv`, () =>
      staffCall(exportItems, { params: { id }, query: paperIn({ paper }) }),
    ).catch((error: unknown) => toast.error(failureWords(error)))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="text-sm text-muted">
          By first attempts{shown && `, ${counted(shown.candidates, 'candidate')}`}. Options in bold are the key.
        </p>
        {shown && (
          <button type="button" className="btn ml-auto" onClick={() => void save()}>
            Download CSV
          </button>
        )}
      </div>
      <DataTable
        caption="Questions"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data ?? []}
        rowKey={(item) => item.number}
        onRetry={() => void items.again()}
      />
    </>
  )
}

const tones: Record<ItemWord, Tone> = { good: 'good', weak: 'waiting', 'look at it': 'bad' }

const percent = (share: number) => `${Math.round(share)} %`

/** Wide formulas and pictures scroll inside their cell. */
const SCROLLS = 'overflow-x-auto [&_img]:max-h-32 [&_img]:w-auto'

const columns: Column<ExamItem>[] = [
  {
    id: 'question',
    header: 'Question',
    cell: ({ number, content }) => (
      <span className="flex gap-2 font-normal sm:w-72 xl:w-96">
        <span className="tabular-nums text-muted">{number}</span>
        <Html html={content} className={`grow ${SCROLLS}`} />
      </span>
    ),
  },
  {
    id: 'right',
    header: 'Right',
    cell: ({ right, left }) => (
      <span className="block w-28">
        <span className="tabular-nums">{percent(right)}</span>
        <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-base-200">
          <span className="block h-full rounded-full bg-primary" style={{ width: `${right}%` }} />
        </span>
        <span className="text-xs text-muted">{percent(left)} left out</span>
      </span>
    ),
  },
  {
    id: 'correlation',
    header: 'Tells apart',
    cell: ({ correlation }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="tabular-nums">{correlation === null ? 'None' : correlation.toFixed(2).replace('-', '−')}</span>
        <StatusBadge tone={tones[itemWord(correlation)]}>{itemWord(correlation)}</StatusBadge>
      </span>
    ),
  },
  {
    id: 'options',
    header: 'Chosen',
    cell: ({ options }) => (
      <ul className="min-w-0 space-y-1 sm:w-64">
        {options.map(({ content, key, chosen }, place) => (
          <li key={place} className={`flex items-baseline gap-2 ${key ? 'font-bold' : 'text-muted'}`}>
            <span>
              {letterOf(place)}
              {key && <span className="sr-only">, the key</span>}
            </span>
            <Html html={content} inline className={`grow ${SCROLLS}`} />
            <span className="shrink-0 tabular-nums">{percent(chosen)}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'median',
    header: 'Median time',
    cell: ({ median_ms }) => (median_ms === null ? 'Too few' : spokenDuration(Math.round(median_ms / SECOND))),
    align: 'end',
    whole: true,
  },
]
