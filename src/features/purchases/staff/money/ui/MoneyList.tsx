import { useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { counted } from '#lib/both/text/format.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters, type FilterField } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Money } from '#ui/staff/values.tsx'
import { address } from '../money.store.ts'
import { takenBy } from './cells.tsx'

interface Page<Row> {
  data: Row[]
  next: string | null
  number: number
  sum_paise: number
}

interface MoneyListProps<Row> {
  caption: string
  /** What a row is called: 'payment'. */
  one: string
  loaded: Loaded<Page<Row>>
  onRetry: () => void
  columns: readonly Column<Row>[]
  /** What this list alone is narrowed by. */
  fields: readonly FilterField<Narrowing>[]
  /** Beside the filters. */
  children?: ReactNode
}

type Narrowing = 'payment' | 'order' | 'refund' | 'method'

/** Of a state or a way to pay, all or one. */
export const choice = <Name extends Narrowing>(
  name: Name,
  label: string,
  all: Record<string, string>,
): FilterField<Name> => ({
  name,
  label,
  kind: 'select',
  options: [{ value: '', label: 'All' }, ...Object.entries(all).map(([value, words]) => ({ value, label: words }))],
})

const takers = ['razorpay', 'desk', 'free', 'sandbox'].map((value) => ({ value, label: takenBy(value) }))

/** A list of money: what narrows it, what it comes to, its rows and pages. */
export function MoneyList<Row extends { id: number }>(props: MoneyListProps<Row>) {
  const { caption, one, loaded, onRetry, columns, fields, children } = props
  const values = useStore(address.$values)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  // While another page is under way the sums of the last one stay.
  const [kept, setKept] = useState(shown)
  if (shown && shown !== kept) setKept(shown)
  const narrowed = address.differs(['from', 'to', 'provider', 'course', 'learner', ...fields.map(({ name }) => name)])
  return (
    <>
      <Filters
        address={address}
        fields={[
          ...fields,
          { name: 'provider', label: 'Taken by', kind: 'select', options: [{ value: '', label: 'All' }, ...takers] },
          { name: 'from', label: 'From', kind: 'day' },
          { name: 'to', label: 'Until', kind: 'day' },
        ]}
      >
        {children}
      </Filters>
      <Alone what="learner" id={values.learner} />
      <Alone what="course" id={values.course} />
      <p className="mb-3 min-h-6 text-sm">
        {kept && (
          <>
            <strong className="tabular-nums">{counted(kept.number, one)}</strong>, together{' '}
            <strong>
              <Money paise={kept.sum_paise} />
            </strong>
          </>
        )}
      </p>
      <DataTable
        caption={caption}
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={onRetry}
        empty={
          <EmptyState
            compact
            message={narrowed ? `No such ${one}` : `No ${one} yet`}
            {...(narrowed && { hint: 'Nothing fits all of the filters.' })}
          />
        }
      />
      <KeysetPager
        address={address}
        newer={values.after ? { after: '' } : undefined}
        older={shown?.next ? { after: shown.next } : undefined}
        words={['First page', 'Next page']}
      />
    </>
  )
}

/** Says that a list is that of one learner or course, and leads out of it. */
function Alone({ what, id }: { what: 'learner' | 'course'; id: number }) {
  if (id === 0) return null
  return (
    <p className="mb-3 text-sm">
      Of one {what} alone (number {id}).{' '}
      <button type="button" className="link link-primary" onClick={() => address.set({ [what]: 0 })}>
        Show all
      </button>
    </p>
  )
}
