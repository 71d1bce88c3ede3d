import { useState } from 'react'
import { useStore } from '@nanostores/react'
import UsersIcon from 'virtual:lucide/users'
import { learnerFieldReaders } from '#features/auth/staff/learner-fields.rules.ts'
import { listSorts, listStatuses } from '#features/auth/staff/learner-lists.rules.ts'
import { exportLearners, findLearners, listLearners } from '#features/auth/staff/learners.contract.ts'
import type { FoundLearner, ListedLearner } from '#features/auth/staff/learners.contract.ts'
import { isEnoughToSearch } from '#features/auth/staff/search-words.rules.ts'
import { addLearner, grantCourses } from '#features/purchases/staff/bulk/bulk.contract.ts'
import { addressState, day, number, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager, Pager } from '#ui/staff/table/Pager.tsx'
import { courseTitles } from '../learners.store.ts'
import { AddLearner } from './AddLearner.tsx'
import { foundColumns, listedColumns } from './learner-columns.tsx'

const address = addressState({
  words: words(),
  status: oneOf('', ...listStatuses),
  course: words('', 10),
  sort: oneOf(...listSorts),
  from: day(),
  until: day(),
  page: number(1),
  after: words('', 1000),
})

type FoundQuery = NonNullable<CallInput<typeof findLearners>['query']>
const found = loading((query: FoundQuery, signal) => staffCall(findLearners, { query, signal }))

type Listed = NonNullable<CallInput<typeof listLearners>['query']>
const listed = loading((query: Listed, signal) => staffCall(listLearners, { query, signal }))

const statusLabels: Record<(typeof listStatuses)[number], string> = {
  active: 'A course is open',
  expired: 'All courses have ended',
  blocked: 'Blocked',
  muted: 'May not write',
  incomplete: 'No profile yet',
  'never-bought': 'Never had a course',
}

const sortLabels: Record<(typeof listSorts)[number], string> = {
  newest: 'Joined last',
  seen: 'Logged in last',
  name: 'Name',
}

/** Learners: those that what was typed finds, else those on a list. */
export function Learners({ rules }: { rules: FormRules }) {
  const [isAdding, setAdding] = useState(false)
  const values = useStore(address.$values)
  const searching = isEnoughToSearch(values.words)
  const titles = useLoaded(courseTitles)
  const courses = titles.is === 'shown' ? titles.shown.data : []
  return (
    <>
      <Filters
        address={address}
        search={{
          name: 'words',
          label: 'Find a learner',
          placeholder: mayCall(learnerFieldReaders.phone)
            ? 'Phone, name, email, receipt, or payment 7'
            : 'Name, or last four digits of the phone',
        }}
        fields={[
          {
            name: 'status',
            label: 'State',
            kind: 'select',
            options: [
              { value: '', label: 'All' },
              ...listStatuses.map((value) => ({ value, label: statusLabels[value] })),
            ],
          },
          {
            name: 'course',
            label: 'Course',
            kind: 'select',
            options: [
              { value: '', label: 'All' },
              ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
            ],
          },
          { name: 'from', label: 'Logged in from', kind: 'day' },
          { name: 'until', label: 'Logged in until', kind: 'day' },
          // What a search finds has an order of its own.
          ...(searching
            ? []
            : [
                {
                  name: 'sort' as const,
                  label: 'Order',
                  kind: 'select' as const,
                  options: listSorts.map((value) => ({ value, label: sortLabels[value] })),
                },
              ]),
        ]}
      >
        {mayCall(grantCourses.roles) && (
          <a href={staffPaths.bulkGrants} className="btn">
            Bulk enrolment
          </a>
        )}
        {mayCall(addLearner.roles) && (
          <button type="button" className="btn" onClick={() => setAdding(true)}>
            Add learner
          </button>
        )}
        {!searching && mayCall(exportLearners.roles) && (
          <button type="button" className="btn" onClick={() => void save(queryOf(values))}>
            Download CSV
          </button>
        )}
      </Filters>
      {searching ? (
        <Found query={{ ...filtersOf(values), words: values.words, page: values.page }} />
      ) : (
        <List query={queryOf(values)} />
      )}
      {isAdding && <AddLearner rules={rules} onCancel={() => setAdding(false)} />}
      <Toasts />
    </>
  )
}

type Values = ReturnType<typeof address.$values.get>

/** The same for a search and for the list. */
function filtersOf({ status, course, from, until }: Values) {
  return {
    ...(status && { status }),
    ...(/^\d+$/.test(course) && { course_id: Number(course) }),
    ...(from && { seen_from: from }),
    ...(until && { seen_until: until }),
  }
}

function queryOf({ sort, after, ...values }: Values): Listed {
  return { ...filtersOf({ sort, after, ...values }), sort, ...(after && { after }) }
}

/** The whole list, from its beginning. */
function save({ after: _, ...query }: Listed): Promise<unknown> {
  return downloadCsv<string>('learners.csv', (after) =>
    staffCall(exportLearners, { query: { ...query, ...(after !== undefined && { after }) } }),
  ).catch((error: unknown) => toast.error(failureWords(error)))
}

function Found({ query }: { query: FoundQuery & { page: number } }) {
  const loaded = useLoaded(found, query)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  return (
    <>
      <DataTable<FoundLearner, NonNullable<typeof shown>>
        caption="Learners found"
        columns={foundColumns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.learner(id)}
        onRetry={() => void found.again()}
        empty={
          <EmptyState
            compact
            icon={<UsersIcon className="size-10 text-muted" />}
            message="No learners match"
            hint={
              mayCall(learnerFieldReaders.phone)
                ? 'Search by the start or last 4 digits of a phone number, by name or email, or by a full order, receipt or payment number. #12 is transaction 12.'
                : 'Search by name, or by the last 4 digits of the phone.'
            }
          />
        }
      />
      {shown?.cut && (
        <p className="mt-3 text-sm text-muted">There are more than these {shown.total}: type more of the name.</p>
      )}
      <Pager address={address} page={query.page} hasMore={shown?.more ?? false} />
    </>
  )
}

function List({ query }: { query: Listed }) {
  const loaded = useLoaded(listed, query)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const next = shown?.next
  return (
    <>
      <DataTable<ListedLearner, NonNullable<typeof shown>>
        caption="Learners"
        columns={listedColumns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.learner(id)}
        onRetry={() => void listed.again()}
        empty={
          <EmptyState
            compact
            icon={<UsersIcon className="size-10 text-muted" />}
            message={next ? 'Nobody so far' : 'Nobody is on this list'}
            {...(next && { hint: 'Many learners were looked through, and none of them is on this list: go on.' })}
          />
        }
      />
      <KeysetPager
        address={address}
        words={['First page', 'Next page']}
        newer={query.after ? { after: '' } : undefined}
        older={next ? { after: next } : undefined}
      />
    </>
  )
}
