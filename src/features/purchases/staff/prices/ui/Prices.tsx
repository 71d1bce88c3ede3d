import { useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { counted } from '#lib/both/text/format.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { Pager } from '#ui/staff/table/Pager.tsx'
import { RowAct } from '#ui/staff/table/RowAct.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { Money, Price } from '#ui/staff/values.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { changePrice, type CoursePrice } from '../prices.contract.ts'
import { address, askedOf, choices, prices } from '../prices.store.ts'
import { PriceForm } from './PriceForm.tsx'

const columns: Column<CoursePrice>[] = [
  {
    id: 'title',
    header: 'Course',
    cell: ({ title, withdrawn }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <bdi className="[overflow-wrap:anywhere]">{title}</bdi>
        {withdrawn && <StatusBadge tone="plain">Withdrawn</StatusBadge>}
      </span>
    ),
    sortable: true,
    width: '18rem',
  },
  { id: 'category', header: 'Category', cell: ({ category }) => <bdi>{category}</bdi>, from: 'xl' },
  {
    id: 'price',
    header: 'Price',
    cell: ({ price_paise, offer_price_paise }) =>
      offer_price_paise === null ? (
        <Price paise={price_paise} />
      ) : (
        <s className="text-muted">
          <Money paise={price_paise} />
        </s>
      ),
    align: 'end',
    sortable: 'desc',
  },
  {
    id: 'offer',
    header: 'Offer',
    cell: ({ offer_price_paise: offer }) =>
      offer === null ? <span className="text-muted">None</span> : <Price paise={offer} />,
    align: 'end',
  },
  { id: 'gst', header: 'GST', cell: ({ gst_percent }) => `${gst_percent}%`, align: 'end', sortable: 'desc' },
  {
    id: 'total',
    header: 'Learners pay',
    cell: ({ total_paise }) => (
      <strong>
        <Price paise={total_paise} />
      </strong>
    ),
    align: 'end',
    sortable: 'desc',
  },
  {
    id: 'validity',
    header: 'Open for',
    cell: ({ validity_days }) => counted(validity_days, 'day'),
    align: 'end',
    sortable: 'desc',
    whole: true,
  },
  {
    id: 'popularity',
    header: 'Popularity',
    cell: ({ popularity }) => popularity,
    align: 'end',
    sortable: 'desc',
    from: 'xl',
  },
]

/** What courses cost, and the form that changes it. */
export function Prices({ rules }: { rules: FormRules }) {
  const values = useStore(address.$values)
  const loaded = useLoaded(prices, askedOf(values))
  useRefreshed(prices)
  const [course, setCourse] = useState<CoursePrice>()
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const close = () => setCourse(undefined)
  const acts: Column<CoursePrice> = {
    id: 'acts',
    header: 'Change',
    align: 'end',
    cell: (row) =>
      !row.withdrawn && (
        <span className="max-sm:-ml-3">
          <RowAct label="Change" about={row.title} onClick={() => setCourse(row)} />
        </span>
      ),
  }
  return (
    <>
      <PriceFilters />
      <DataTable
        caption="Prices"
        columns={[...columns, acts]}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        sort={values.sort}
        onSort={(sort) => address.set({ sort: sort as typeof values.sort })}
        onRetry={() => void prices.again()}
        empty={<NoPrices />}
      />
      <Pager
        address={address}
        page={values.page}
        hasMore={shown !== undefined && values.page < shown.pages}
        {...(shown && { last: shown.pages })}
      />
      <Dialog open={course !== undefined} title={course ? `Price of ${course.title}` : ''} onClose={close}>
        {course && (
          <PriceForm
            course={course}
            rules={rules}
            onCancel={close}
            onDone={(message, version) => {
              close()
              void refresh()
              undoToast(message, () => putBack(course, version))
            }}
          />
        )}
      </Dialog>
      <Toasts />
    </>
  )
}

const refresh = () => prices.refresh().catch(() => {})

/** What the course cost before. @param version that the change gave it */
async function putBack(before: CoursePrice, version: number): Promise<void> {
  const { id, price_paise, offer_price_paise, gst_percent, validity_days } = before
  const price = { price_paise, offer_price_paise, gst_percent, validity_days }
  await staffCall(changePrice, { body: { id, version, ...price } })
  await refresh()
}

function NoPrices(): ReactNode {
  const { state } = useStore(address.$values)
  if (address.differs(['words', 'offer', 'category', 'page']))
    return <EmptyState compact message="No such courses" hint="Nothing fits all of the filters." />
  return (
    <EmptyState compact message={state === 'withdrawn' ? 'No course has been withdrawn' : 'There are no courses yet'} />
  )
}

function PriceFilters() {
  const { category } = useStore(address.$values)
  const loaded = useLoaded(choices)
  const { categories = [] } = loaded.is === 'shown' ? loaded.shown : {}
  return (
    <Filters
      address={address}
      search={{ name: 'words', label: 'Search courses', placeholder: 'Words of the title' }}
      fields={[
        {
          name: 'category',
          label: 'Category',
          kind: 'select',
          options: [
            { value: '', label: 'All' },
            ...categories.map(({ id, title }) => ({ value: String(id), label: title })),
            // Until they are there, or where it is none of them.
            ...(category && !categories.some(({ id }) => String(id) === category)
              ? [{ value: category, label: `Number ${category}` }]
              : []),
          ],
        },
        {
          name: 'offer',
          label: 'Offer',
          kind: 'select',
          options: [
            { value: '', label: 'With and without' },
            { value: 'with', label: 'With an offer' },
            { value: 'without', label: 'Without one' },
          ],
        },
        {
          name: 'state',
          label: 'Courses',
          kind: 'select',
          options: [
            { value: 'sold', label: 'Sold now' },
            { value: 'withdrawn', label: 'Withdrawn' },
            { value: 'all', label: 'All' },
          ],
        },
      ]}
    />
  )
}
