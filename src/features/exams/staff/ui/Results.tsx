import { useStore } from '@nanostores/react'
import { helpers, learnerReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { counted, exactDuration, marks } from '#lib/both/text/format.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { toast } from '#ui/Toasts.tsx'
import { TIE_BREAKS } from '../../result/standing.rules.ts'
import { exportRanks, type RankRow } from '../exams.contract.ts'
import { rankSorts } from '../exams.rules.ts'
import { address, paperIn, ranks } from './exam-screen.browser.ts'

const orders = { rank: 'By rank', name: 'By name', finish: 'Latest first' }

/** The rank list of first attempts. */
export function Results({ id }: { id: number }) {
  const { sort, paper, after } = useStore(address.$values)
  const loaded = useLoaded(ranks, { id, paper, sort, after })
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const seesNames = mayCall(learnerReaders)
  const save = () =>
    downloadCsv(`exam-${id}-ranks.csv`, (place: string | undefined) =>
      staffCall(exportRanks, {
        params: { id },
        query: { sort, ...paperIn({ paper }), ...(place && { after: place }) },
      }),
    ).catch((error: unknown) => toast.error(failureWords(error)))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <label className="text-sm">
          <span className="mb-1 block font-medium">Order</span>
          <select
            className="select w-auto"
            value={sort}
            onChange={({ target }) => address.set({ sort: rankSorts.find((one) => one === target.value)! })}
          >
            {rankSorts
              .filter((order) => seesNames || order !== 'name')
              .map((order) => (
                <option key={order} value={order}>
                  {orders[order]}
                </option>
              ))}
          </select>
        </label>
        {mayCall(helpers) && shown && shown.candidates > 0 && (
          <button type="button" className="btn" onClick={() => void save()}>
            Download CSV
          </button>
        )}
        {shown && (
          <p className="ml-auto text-sm text-muted">
            {counted(shown.candidates, 'candidate')}, by first attempts; marks of {marks(shown.total_marks)}
          </p>
        )}
      </div>
      <p className="mb-3 text-sm text-muted">{TIE_BREAKS}</p>
      <DataTable
        caption="Rank list"
        columns={seesNames ? columns : columns.filter((column) => column.id !== 'phone')}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ attempt_id }) => attempt_id}
        onRetry={() => void ranks.again()}
        empty={<EmptyState compact message="Nobody has finished it" />}
      />
      <KeysetPager
        address={address}
        newer={after ? { after: '' } : undefined}
        older={shown?.next ? { after: shown.next } : undefined}
      />
    </>
  )
}

const columns: Column<RankRow>[] = [
  { id: 'rank', header: 'Rank', cell: ({ rank }) => rank },
  {
    id: 'who',
    header: 'Learner',
    cell: ({ learner, user_id, attempt_id }) =>
      learner ? (
        <a className="link" href={staffPaths.learner(user_id)}>
          {learner.name ?? `Learner ${user_id}`}
        </a>
      ) : (
        `Attempt ${attempt_id}`
      ),
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: ({ learner }) => learner && `+${learner.country_code} ${learner.phone}`,
    whole: true,
    from: 'xl',
  },
  { id: 'marks', header: 'Marks', cell: (row) => marks(row.marks), align: 'end' },
  { id: 'right', header: 'Right', cell: ({ right }) => right, align: 'end' },
  { id: 'wrong', header: 'Wrong', cell: ({ wrong }) => wrong, align: 'end' },
  { id: 'left', header: 'Left', cell: ({ left }) => left, align: 'end', from: 'xl' },
  {
    id: 'took',
    header: 'Time',
    cell: ({ took_ms, extra_minutes }) => (
      <>
        {exactDuration(took_ms / SECOND)}
        {extra_minutes > 0 && <span className="block text-xs text-muted">+{extra_minutes} min given</span>}
      </>
    ),
    align: 'end',
    whole: true,
  },
  {
    id: 'ended',
    header: 'Finished',
    cell: ({ ended_at, finished_by }) => (
      <>
        <Instant at={ended_at} />
        {finished_by === 'deadline' && <span className="block text-xs text-muted">Time over</span>}
      </>
    ),
  },
]
