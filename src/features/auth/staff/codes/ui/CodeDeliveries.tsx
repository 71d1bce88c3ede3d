import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import { addressState, oneOf } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { getCodeCounts, type CodeCountry, type CodeSpan } from '../codes.contract.ts'
import { codeAdvice } from '../codes.rules.ts'

const address = addressState({ by: oneOf('hour', 'day') })

const counts = loading((by: 'hour' | 'day', signal) => staffCall(getCodeCounts, { query: { by }, signal }))

/** What came of one-time codes, by time and by country, and what is to be done where some are not sent. */
export function CodeDeliveries() {
  const { by } = useStore(address.$values)
  const loaded = useLoaded(counts, by)
  useRefreshed(counts)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  return (
    <>
      {shown && <Advice counts={shown} />}
      <Filters
        address={address}
        fields={[
          {
            name: 'by',
            label: 'Show',
            kind: 'select',
            options: [
              { value: 'hour', label: 'Hours of the last day' },
              { value: 'day', label: 'The last thirty days' },
            ],
          },
        ]}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DataTable
          caption="Codes by time"
          columns={by === 'hour' ? spanColumns : [dayColumn, ...spanColumns.slice(1)]}
          loaded={loaded}
          rowsOf={({ data }) => data}
          rowKey={({ at }) => at}
          onRetry={() => void counts.again()}
          empty={<EmptyState compact message="Nobody asked for a code in this time" />}
        />
        {(!shown || shown.countries.length > 0) && (
          <DataTable
            caption="Codes by country"
            columns={countryColumns}
            loaded={loaded}
            rowsOf={({ countries }) => countries}
            rowKey={({ country }) => Number(country)}
            onRetry={() => void counts.again()}
            keys={false}
          />
        )}
      </div>
    </>
  )
}

function Advice({ counts: shown }: { counts: Parameters<typeof codeAdvice>[0] }) {
  const advice = codeAdvice(shown)
  return (
    <>
      <p className="mb-3 text-sm text-muted">
        {shown.provider === 'outbox'
          ? 'Codes are shown in the outbox of this machine: nobody sends them (OTP_SENDER).'
          : `${shown.sent_today} of at most ${counted(shown.most_a_day, 'code')} in the last 24 hours.${advice.length === 0 ? ' Nothing is wrong.' : ''}`}
      </p>
      {advice.length > 0 && (
        <ul className="mb-4 space-y-3">
          {advice.map(({ title, words }) => (
            <li key={title} className="rounded-field bg-warning/12 px-4 py-3 text-sm">
              <p className="font-semibold">{title}</p>
              <p className="mt-1 max-w-3xl">{words}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const dayColumn: Column<CodeSpan> = {
  id: 'at',
  header: 'Day',
  cell: ({ at }) => <Instant at={at} dayOnly />,
  whole: true,
}

const spanColumns: Column<CodeSpan>[] = [
  { id: 'at', header: 'Hour from', cell: ({ at }) => <Instant at={at} />, whole: true },
  { id: 'sent', header: 'Codes', cell: ({ sent }) => sent, align: 'end' },
  { id: 'lost', header: 'Not sent', cell: ({ not_sent }) => <Lost count={not_sent} />, align: 'end' },
  { id: 'used', header: 'Typed in right', cell: ({ accepted }) => accepted, align: 'end' },
  { id: 'wrong', header: 'Wrong', cell: ({ failed }) => failed, align: 'end' },
]

const countryColumns: Column<CodeCountry>[] = [
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => (country ? `+${country}` : 'Not noted'),
    whole: true,
  },
  { id: 'sent', header: 'Codes', cell: ({ sent }) => sent, align: 'end' },
  { id: 'lost', header: 'Not sent', cell: ({ not_sent }) => <Lost count={not_sent} />, align: 'end' },
  {
    id: 'today',
    header: 'In 24 hours, at most',
    cell: ({ country, sent_today, most_a_day }) => country && `${sent_today} of ${most_a_day}`,
    align: 'end',
  },
]

const Lost = ({ count }: { count: number }) => (count === 0 ? 0 : <StatusBadge tone="bad">{String(count)}</StatusBadge>)
