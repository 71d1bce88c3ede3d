import { useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { counted } from '#lib/both/text/format.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters, type FilterField } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Money } from '#ui/staff/values.tsx'
import { address, courseTitles } from '../money.store.ts'
import { takenBy } from './cells.tsx'

interface Page<Row> {
  data: Row[]
  next: string | null
  number: number
}

interface MoneyListProps<Row, Shown extends Page<Row>> {
  caption: string
  /** Name of a row: 'payment'. */
  one: string
  /** Draws the sums of all pages. */
  sums: (shown: Shown) => ReactNode
  loaded: Loaded<Shown>
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

/** Sums of all pages. Test payments are not counted. */
export function Sums({ total, label }: { total: number; label: string }) {
  return (
    <>
      <strong>
        <Money paise={total} />
      </strong>{' '}
      {label} <span className="text-muted">(test payments not counted)</span>
    </>
  )
}

interface NetProps {
  of: { sum_paise: number; received_paise: number; refunded_paise: number }
}

/** The net sum of payments, and how it is made up. */
export function NetSums({ of: { sum_paise, received_paise, refunded_paise } }: NetProps) {
  return (
    <>
      net{' '}
      <strong>
        <Money paise={sum_paise} />
      </strong>{' '}
      <span className="text-muted">
        (received <Money paise={received_paise} />, refunded <Money paise={refunded_paise} />; test payments not
        counted)
      </span>
    </>
  )
}

/** A list of money with its filters, sums, rows and pages. */
export function MoneyList<Row extends { id: number }, Shown extends Page<Row>>(props: MoneyListProps<Row, Shown>) {
  const { caption, one, sums, loaded, onRetry, columns, fields, children } = props
  const titles = useLoaded(courseTitles)
  const courses = titles.is === 'shown' ? titles.shown.data : []
  const values = useStore(address.$values)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  // While another page is under way the sums of the last one stay.
  const [kept, setKept] = useState(shown)
  if (shown && shown !== kept) setKept(shown)
  const narrowed = address.differs([
    'words',
    'from',
    'to',
    'provider',
    'course',
    'learner',
    ...fields.map(({ name }) => name),
  ])
  return (
    <>
      <Filters
        address={address}
        search={{
          name: 'words',
          label: `Find a ${one}`,
          placeholder: 'Payment 7, receipt number, learner',
        }}
        fields={[
          ...fields,
          {
            name: 'course',
            label: 'Course',
            kind: 'select',
            options: [
              { value: '0', label: 'All' },
              ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
            ],
          },
          { name: 'provider', label: 'Taken by', kind: 'select', options: [{ value: '', label: 'All' }, ...takers] },
          { name: 'from', label: 'From', kind: 'day' },
          { name: 'to', label: 'Until', kind: 'day' },
        ]}
      >
        {children}
      </Filters>
      <Alone learner={values.learner} />
      <p className="mb-3 min-h-6 text-sm">
        {kept && (
          <>
            <strong className="tabular-nums">{counted(kept.number, one)}</strong>, {sums(kept)}
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

/** Says that a list is that of one learner, and leads out of it. */
function Alone({ learner }: { learner: number }) {
  if (learner === 0) return null
  return (
    <p className="mb-3 text-sm">
      Of learner {learner} alone.{' '}
      <button type="button" className="link link-primary" onClick={() => address.set({ learner: 0 })}>
        Show all
      </button>
    </p>
  )
}
