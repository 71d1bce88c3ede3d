import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { Money } from '#ui/staff/values.tsx'
import type { ListedMismatch } from '../checks.contract.ts'
import { LOOKS_BACK, mismatchKinds, MOST_MISMATCHES, type MismatchKind } from '../money.rules.ts'
import { address, mismatches } from '../money.store.ts'
import { AskProvider } from './AskProvider.tsx'
import { Learner, When } from './cells.tsx'

type Row = ListedMismatch & { place: number }

/** What waits may come right by itself; the others do not. */
const tones: Record<MismatchKind, Tone> = {
  'paid, not granted': 'bad',
  'unknown order': 'bad',
  'other amount': 'bad',
  'refund failed': 'bad',
  'refund hangs': 'waiting',
  'refunded outside': 'news',
  'paid twice': 'waiting',
}

const columns: Column<Row>[] = [
  {
    id: 'what',
    header: 'What',
    cell: ({ kind }) => (
      <>
        <StatusBadge tone={tones[kind]}>{`${kind[0]!.toUpperCase()}${kind.slice(1)}`}</StatusBadge>
        <span className="block max-w-72 min-w-36 text-xs font-normal text-muted">{mismatchKinds[kind]}</span>
      </>
    ),
  },
  { id: 'at', header: 'When', cell: ({ at }) => <When at={at} />, whole: true },
  {
    id: 'learner',
    header: 'Learner',
    cell: ({ learner }) => (learner ? <Learner of={learner} /> : <span className="text-muted">Not known</span>),
  },
  { id: 'course', header: 'Course', cell: ({ course }) => <bdi>{course?.title}</bdi> },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount_paise }) => amount_paise !== null && <Money paise={amount_paise} />,
  },
  {
    id: 'more',
    header: 'More',
    cell: ({ order, payment, detail }) => (
      <span className="block min-w-28 text-xs first-letter:uppercase [overflow-wrap:anywhere]">
        {[order !== null && `Order ${order}`, payment !== null && `payment ${payment}`, detail]
          .filter(Boolean)
          .join(', ')}
      </span>
    ),
  },
  { id: 'acts', header: 'See to it', align: 'end', cell: (row) => <Acts of={row} /> },
]

function Acts({ of: { order, payment, learner } }: { of: Row }) {
  const about = order !== null ? { order_id: order } : payment !== null ? { payment_id: payment } : undefined
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {learner && (
        <a
          className="btn btn-sm max-sm:min-h-11"
          href={address.href({
            tab: 'payments',
            learner: learner.id,
            course: 0,
            payment: '',
            words: '',
            from: '',
            to: '',
          })}
        >
          Payments
        </a>
      )}
      {about && <AskProvider about={about} name={order !== null ? `order ${order}` : `payment ${payment}`} />}
    </span>
  )
}

const spans = LOOKS_BACK.map((days) => ({ value: String(days), label: counted(days, 'day') }))

/** Payments and refunds that need attention. */
export function NeedsALook() {
  const { days } = useStore(address.$values)
  const loaded = useLoaded(mismatches, Number(days))
  const number = loaded.is === 'shown' ? loaded.shown.number : 0
  return (
    <>
      <Filters address={address} fields={[{ name: 'days', label: 'Of the last', kind: 'select', options: spans }]} />
      {number > MOST_MISMATCHES && (
        <p className="mb-3 text-sm">
          The newest {MOST_MISMATCHES} of {number}.
        </p>
      )}
      <DataTable
        caption="Needs attention"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data.map((row, place) => ({ ...row, place }))}
        rowKey={({ place }) => place}
        onRetry={() => void mismatches.again()}
        empty={
          <EmptyState
            compact
            message="Everything matches"
            hint="As far as our own rows know. An order can be compared with the provider under Orders."
          />
        }
      />
    </>
  )
}
