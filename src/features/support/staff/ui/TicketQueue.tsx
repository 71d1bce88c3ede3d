import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { LearnerFilter } from '#features/auth/staff/ui/LearnerFilter.tsx'
import { staffPaths } from '#lib/both/staff-paths.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { choices, keepQueue, queue, queueAddress, queueQuery, usualSort } from '../queue.store.ts'
import type { listQueue } from '../tickets.contract.ts'
import { MOST_COUNTED } from '../tickets.rules.ts'
import { queueColumns } from './queue-columns.tsx'

type Counts = ReplyOf<typeof listQueue>['counts']

const counted = (count: number | undefined) =>
  count !== undefined && count > MOST_COUNTED ? `${MOST_COUNTED}+` : count

/** Tickets that wait, that are answered, that are closed; what the address says of them stands in it. */
export function TicketQueue() {
  const values = useStore(queueAddress.$values)
  const loaded = useLoaded(queue, queueQuery(values))
  useRefreshed(queue)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const [counts, setCounts] = useState<Counts>()
  if (shown && shown.counts !== counts) setCounts(shown.counts)
  useEffect(() => {
    if (shown) keepQueue(shown.data.map(({ id }) => id))
  }, [shown])
  const { state, learner } = values
  const narrowed = queueAddress.differs(['text', 'category', 'course', 'assignee', 'learner', 'from', 'until'])
  return (
    <SectionTabs
      label="Tickets"
      address={queueAddress}
      name="state"
      tabs={[
        { id: 'waiting', label: 'Waiting', ...badge(counted(counts?.waiting)) },
        { id: 'answered', label: 'Answered', ...badge(counted(counts?.answered)) },
        { id: 'closed', label: 'Closed', ...badge(counted(counts?.closed)) },
        { id: 'all', label: 'All' },
      ]}
    >
      {() => (
        <>
          <QueueFilters
            learner={learner}
            name={shown?.data.find((ticket) => ticket.learner.id === learner)?.learner.name}
          />
          <DataTable
            caption="Tickets"
            columns={queueColumns(state)}
            loaded={loaded}
            rowsOf={({ data }) => data}
            rowKey={({ id }) => id}
            rowHref={({ id }) => staffPaths.ticket(id)}
            onRetry={() => void queue.again()}
            empty={
              <EmptyState
                compact
                {...(narrowed
                  ? { message: 'No such tickets', hint: 'Nothing fits all of the filters.' }
                  : { message: empty[state] })}
              />
            }
          />
          <KeysetPager
            address={queueAddress}
            newer={values.after ? { after: '' } : undefined}
            older={shown?.next ? { after: shown.next } : undefined}
            words={['First page', 'Next page']}
          />
        </>
      )}
    </SectionTabs>
  )
}

const empty = {
  waiting: 'Nobody waits for an answer',
  answered: 'No ticket waits for its learner',
  closed: 'No ticket is closed yet',
  all: 'Nobody has asked anything yet',
}

const badge = (count: number | string | undefined) => (count === undefined ? {} : { badge: count })

function QueueFilters({ learner, name }: { learner: number; name: string | null | undefined }) {
  const { state, category, course, assignee } = useStore(queueAddress.$values)
  const loaded = useLoaded(choices)
  const { categories = [], courses = [], team = [] } = loaded.is === 'shown' ? loaded.shown : {}
  const options = (all: string, rows: readonly { id: number; title: string }[], chosen: string) => [
    { value: '', label: all },
    ...rows.map(({ id, title }) => ({ value: String(id), label: title })),
    // Until they are there, or where it is none of them.
    ...(chosen && !rows.some(({ id }) => String(id) === chosen) ? [{ value: chosen, label: `Number ${chosen}` }] : []),
  ]
  const people = team.map(({ id, name }) => ({ id, title: name }))
  const words = ['', 'me', 'nobody', 'somebody']
  const [first, other] =
    usualSort(state) === 'oldest' ? (['oldest', 'newest'] as const) : (['newest', 'oldest'] as const)
  return (
    <Filters
      address={queueAddress}
      search={{ name: 'text', label: 'Search tickets', placeholder: 'Title or number' }}
      fields={[
        {
          name: 'assignee',
          label: 'Assigned to',
          kind: 'select',
          options: [
            { value: '', label: 'All' },
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'Nobody yet' },
            { value: 'somebody', label: 'Somebody' },
            ...options('', people, words.includes(assignee) ? '' : assignee).slice(1),
          ],
        },
        {
          name: 'learner',
          label: 'Learner',
          kind: 'own',
          draw: <LearnerFilter value={learner} name={name} onChange={(id) => queueAddress.set({ learner: id })} />,
        },
        { name: 'category', label: 'Category', kind: 'select', options: options('All', categories, category) },
        { name: 'course', label: 'Course', kind: 'select', options: options('All', courses, course) },
        { name: 'from', label: 'Raised from', kind: 'day' },
        { name: 'until', label: 'Raised until', kind: 'day' },
        {
          name: 'sort',
          label: 'Order',
          kind: 'select',
          options: [
            { value: '', label: orders[first] },
            { value: other, label: orders[other] },
          ],
        },
      ]}
    >
      <a href={staffPaths.savedReplies} className="btn">
        Saved replies
      </a>
    </Filters>
  )
}

const orders = { oldest: 'Oldest first', newest: 'Newest first' }
