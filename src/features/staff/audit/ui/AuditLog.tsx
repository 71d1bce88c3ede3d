import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import { addressState, day, matching, number, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { LearnerFilter } from '#features/auth/staff/ui/LearnerFilter.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { checkAudit, exportAudit, listAudit } from '../audit.contract.ts'
import { logColumns } from './log-columns.tsx'

const address = addressState({
  action: words(),
  learner: number(0, 0),
  staff: matching(/^(command|\d{1,9})$/),
  from: day(),
  to: day(),
  before: number(0, 0),
})

type Asked = Partial<Record<'action' | 'staff' | 'from' | 'to', string> & Record<'learner' | 'before', number>>

const log = loading((query: Asked, signal) => staffCall(listAudit, { query, signal }))

/** What was filled in of the filters. */
const given = (values: Record<string, string | number>): Asked =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== 0))

/** What staff did, for owners: filters, the file, and whether anybody has touched the log. */
export function AuditLog() {
  const values = useStore(address.$values)
  const asked = given(values)
  const loaded = useLoaded(log, asked)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const actions = [
    { value: '', label: 'Everything' },
    ...(shown?.actions ?? [values.action]).filter(Boolean).map(optionOf),
  ]
  const run = (work: () => Promise<unknown>) => work().catch((error: unknown) => toast.error(failureWords(error)))
  const check = () =>
    run(async () => {
      const { entries, problems } = await staffCall(checkAudit)
      if (problems.length === 0)
        toast.success(`Whole: ${counted(entries, 'entry', 'entries')}, each follows the one before`)
      else toast.error(problems.slice(0, 3).join('. '))
    })
  const save = () =>
    run(() =>
      downloadCsv('audit-log.csv', (before) =>
        staffCall(exportAudit, { query: { ...asked, ...(before !== undefined && { before }) } }),
      ),
    )
  return (
    <>
      <Filters
        address={address}
        fields={[
          { name: 'staff', label: 'Staff member', kind: 'select', options: staffOptions(shown?.staff, values.staff) },
          {
            name: 'learner',
            label: 'Learner',
            kind: 'own',
            draw: (
              <LearnerFilter
                value={values.learner}
                name={shown?.data.find(({ learner }) => learner?.id === values.learner)?.learner?.name}
                onChange={(id) => address.set({ learner: id })}
              />
            ),
          },
          { name: 'action', label: 'What', kind: 'select', options: actions },
          { name: 'from', label: 'From', kind: 'day' },
          { name: 'to', label: 'Until', kind: 'day' },
        ]}
      >
        <button type="button" className="btn" onClick={() => void check()}>
          Check the chain
        </button>
        <button type="button" className="btn" onClick={() => void save()}>
          Download CSV
        </button>
      </Filters>
      <DataTable
        caption="Audit log"
        columns={logColumns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={() => void log.again()}
        empty={<EmptyState compact message="No entries match these filters" />}
      />
      <KeysetPager
        address={address}
        newer={values.before > 0 ? { before: 0 } : undefined}
        older={shown?.next ? { before: shown.next } : undefined}
      />
      <Toasts />
    </>
  )
}

const optionOf = (action: string) => ({ value: action, label: action })

/** @param chosen value of the address, which is shown also before the names are there */
function staffOptions(staff: readonly { id: number; name: string }[] = [], chosen: string) {
  const options = [
    { value: '', label: 'All' },
    ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'command', label: 'Commands on the server' },
  ]
  if (options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: `Staff member ${chosen}` }]
}
