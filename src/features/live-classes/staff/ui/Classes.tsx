import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { FormRules } from '#lib/both/form-rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { RowAct } from '#ui/staff/table/RowAct.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import * as contracts from '../classes.contract.ts'
import type { ListedClass } from '../classes.contract.ts'
import { classAuthors } from '../classes.rules.ts'
import { address, askedOf, choices, classes } from '../classes.store.ts'
import { classColumns } from './class-columns.tsx'
import { ChangeForm, MakeForm } from './ClassForms.tsx'

type Asked = { what: 'make'; like?: ListedClass } | { what: 'change'; row: ListedClass } | undefined

/** Live classes of all courses: those to come, those that are over, and those that were cancelled. */
export function Classes({ rules }: { rules: { make: FormRules; change: FormRules } }) {
  const values = useStore(address.$values)
  const loaded = useLoaded(classes, askedOf(values))
  useRefreshed(classes)
  const [asked, setAsked] = useState<Asked>()
  const mayAuthor = mayCall(classAuthors)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const { list, after } = values
  const close = () => setAsked(undefined)
  const make = () => setAsked({ what: 'make' })
  const done = (message: string) => {
    close()
    toast.success(message)
    void refresh()
  }
  const columns = mayAuthor
    ? [
        ...classColumns,
        {
          id: 'acts',
          header: 'Change',
          align: 'end' as const,
          cell: (row: ListedClass) => <Acts row={row} onAsk={setAsked} />,
        },
      ]
    : classColumns
  return (
    <>
      <SectionTabs
        label="Live classes"
        address={address}
        name="list"
        tabs={[
          { id: 'upcoming', label: 'Upcoming' },
          { id: 'past', label: 'Over' },
          { id: 'cancelled', label: 'Cancelled' },
          { id: 'all', label: 'All' },
        ]}
      >
        {() => (
          <>
            <ClassFilters>
              {mayAuthor && (
                <button type="button" className="btn btn-primary" onClick={make}>
                  Make a class
                </button>
              )}
            </ClassFilters>
            <DataTable
              caption="Live classes"
              columns={columns}
              loaded={loaded}
              rowsOf={({ data }) => data}
              rowKey={({ id }) => id}
              onRetry={() => void classes.again()}
              empty={<NoClasses {...(mayAuthor && { onMake: make })} />}
            />
            <KeysetPager
              address={address}
              newer={after ? { after: '' } : undefined}
              older={shown?.next ? { after: shown.next } : undefined}
              words={['First page', list === 'upcoming' ? 'Later' : 'Earlier']}
            />
          </>
        )}
      </SectionTabs>
      <Dialog
        open={asked?.what === 'make'}
        title={asked?.what === 'make' && asked.like ? 'Make another class like it' : 'Make a class'}
        size="lg"
        onClose={close}
      >
        {asked?.what === 'make' && <MakeForm rules={rules.make} like={asked.like} onDone={done} onCancel={close} />}
      </Dialog>
      <Dialog open={asked?.what === 'change'} title="Change a class" size="lg" onClose={close}>
        {asked?.what === 'change' && <ChangeForm rules={rules.change} row={asked.row} onDone={done} onCancel={close} />}
      </Dialog>
      <Toasts />
    </>
  )
}

const refresh = () => classes.refresh().catch(() => {})

function Acts({ row, onAsk }: { row: ListedClass; onAsk: (asked: Asked) => void }) {
  const { title, state } = row
  const copy = <RowAct label="Copy" about={title} onClick={() => onAsk({ what: 'make', like: row })} />
  return (
    <span className="flex flex-wrap gap-1 max-sm:-ml-3 sm:flex-nowrap sm:justify-end">
      {state === 'cancelled' ? (
        <RowAct label="Bring back" about={title} onClick={() => void restore(row)} />
      ) : (
        <RowAct label="Edit" about={title} onClick={() => onAsk({ what: 'change', row })} />
      )}
      {copy}
      {(state === 'upcoming' || state === 'live') && (
        <RowAct label="Cancel" about={title} onClick={() => void cancel(row)} />
      )}
    </span>
  )
}

async function cancel({ id, version, title }: ListedClass): Promise<void> {
  try {
    const { message } = await staffCall(contracts.cancelClass, { body: { id, version } })
    undoToast(`${title}. ${message}`, async () => {
      await staffCall(contracts.restoreClass, { body: { id } })
      await refresh()
    })
  } catch (error) {
    toast.error(failureWords(error))
  }
  await refresh()
}

async function restore({ id }: ListedClass): Promise<void> {
  try {
    toast.success((await staffCall(contracts.restoreClass, { body: { id } })).message)
  } catch (error) {
    toast.error(failureWords(error))
  }
  await refresh()
}

function ClassFilters({ children }: { children: React.ReactNode }) {
  const { course } = useStore(address.$values)
  const loaded = useLoaded(choices)
  const courses = loaded.is === 'shown' ? loaded.shown.courses : []
  return (
    <Filters
      address={address}
      search={{ name: 'words', label: 'Search classes', placeholder: 'Title or mentor' }}
      fields={[
        {
          name: 'course',
          label: 'Course',
          kind: 'select',
          options: [
            { value: '', label: 'All' },
            ...courses.map(({ id, title }) => ({ value: String(id), label: title })),
            // Until they are there, or where it is none of them.
            ...(course && !courses.some(({ id }) => String(id) === course)
              ? [{ value: course, label: `Number ${course}` }]
              : []),
          ],
        },
        { name: 'from', label: 'From', kind: 'day' },
        { name: 'to', label: 'Until', kind: 'day' },
      ]}
    >
      {children}
    </Filters>
  )
}

const nothing = {
  upcoming: 'No live class is to come',
  past: 'No live class is over yet',
  cancelled: 'No live class was cancelled',
  all: 'There are no live classes yet',
}

function NoClasses({ onMake }: { onMake?: () => void }) {
  const { list } = useStore(address.$values)
  if (address.differs(['course', 'from', 'to', 'words', 'after']))
    return <EmptyState compact message="No such classes" hint="Nothing fits all of the filters." />
  if (!onMake || list === 'past' || list === 'cancelled') return <EmptyState compact message={nothing[list]} />
  return (
    <EmptyState
      compact
      message={nothing[list]}
      hint="Learners of its course find a class in their calendar at once."
      actionLabel="Make a class"
      onAction={onMake}
    />
  )
}
