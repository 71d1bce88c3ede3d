import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReadList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { BadLines } from '#features/auth/staff/phone-list/ui/BadLines.tsx'
import { ListColumns } from '#features/auth/staff/phone-list/ui/ListColumns.tsx'
import type { grantCourses, GrantedLearner } from '#features/purchases/staff/bulk/bulk.contract.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { counted, countedLarge } from '#lib/both/text/format.ts'
import { Spinner } from '#ui/states/Spinner.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'

/** Learners that are shown before somebody asks for all. */
const FIRST_SHOWN = 100

const columns: Column<GrantedLearner>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => `Line ${line}`, width: '6rem' },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone, whole: true },
  { id: 'listed', header: 'Name in the file', cell: ({ listed_name }) => <bdi>{listed_name ?? '–'}</bdi> },
  { id: 'learner', header: 'Learner', cell: (learner) => <LearnerCell {...learner} /> },
]

function LearnerCell({ learner_id, name, other_name, has_course }: GrantedLearner) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {learner_id === null ? <StatusBadge tone="news">New learner</StatusBadge> : <bdi>{name ?? 'No profile yet'}</bdi>}
      {other_name && <StatusBadge tone="waiting">Different name</StatusBadge>}
      {has_course && <StatusBadge tone="plain">Has or had the course</StatusBadge>}
    </span>
  )
}

/** Learners to look at come first: those with another name, then new ones, each in the order of the file. */
const inOrder = (learners: readonly GrantedLearner[]) => {
  const rank = ({ other_name, learner_id }: GrantedLearner) => (other_name ? 0 : learner_id === null ? 1 : 2)
  return [...learners].sort((one, other) => rank(one) - rank(other) || one.line - other.line)
}

interface GrantPreviewProps {
  checked: ReplyOf<typeof grantCourses>
  busy: boolean
  onChoose: (which: NonNullable<ReadList['choose']>, column: number) => void
  onGrant: () => void
}

/** What a file would do, with the learner of each line, and each line that keeps it from being done. */
export function GrantPreview({ checked, busy, onChoose, onGrant }: GrantPreviewProps) {
  const { dry_run, list, bad, learners } = checked
  const heading = useRef<HTMLHeadingElement>(null)
  // The question, and later its answer, come in the place of what had the focus.
  useEffect(() => heading.current?.focus(), [list?.choose])
  const isAsked = list !== null && list.choose !== null
  const different = learners.filter(({ other_name }) => other_name).length
  return (
    <section aria-labelledby="result" className="mt-8">
      <h2 ref={heading} id="result" tabIndex={-1} className="mb-2 text-lg font-semibold">
        {isAsked ? 'Choose a column' : dry_run ? 'Preview' : 'Done'}
      </h2>
      {list && <ListColumns list={list} busy={busy} onChoose={onChoose} />}
      {!isAsked && <Counts {...checked} />}
      {learners.length > 0 && <Learners learners={learners} />}
      {bad.length > 0 && (
        <>
          <p className="mb-3 mt-6 text-sm text-muted">
            Everyone is enrolled, or no one: fix or remove these lines, and check the file again.
          </p>
          <BadLines lines={bad} />
        </>
      )}
      {dry_run && !isAsked && bad.length === 0 && (
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <EnrolButton {...checked} busy={busy} onGrant={onGrant} />
          {different > 0 && <p className="text-sm text-warning">{counted(different, 'name')} in the file differ</p>}
        </div>
      )}
    </section>
  )
}

function Counts({ added, granted, extended, skipped, bad }: GrantPreviewProps['checked']) {
  const counts = [
    [granted, granted === 1 ? 'gets the course' : 'get the course'],
    [added, added === 1 ? 'of them is a new learner' : 'of them are new learners'],
    [extended, extended === 1 ? 'has it for longer' : 'have it for longer'],
    [skipped, skipped === 1 ? 'keeps it as it is' : 'keep it as it is'],
  ] as const
  return (
    <ul role="status" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {counts.map(([count, words]) => (
        <li key={words}>
          <strong className="tabular-nums">{count}</strong> {words}
        </li>
      ))}
      <li className={bad.length > 0 ? 'font-semibold text-error' : ''}>
        <strong className="tabular-nums">{bad.length}</strong> {bad.length === 1 ? 'line' : 'lines'} cannot be used
      </li>
    </ul>
  )
}

function Learners({ learners }: { learners: readonly GrantedLearner[] }) {
  const [isWhole, setWhole] = useState(false)
  const sorted = useMemo(() => inOrder(learners), [learners])
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN)
  return (
    <>
      <DataTable
        caption="Learners of the file"
        columns={columns}
        loaded={{ is: 'shown', shown }}
        rowsOf={(rows) => rows}
        rowKey={({ line }) => line}
        onRetry={() => {}}
        keys={false}
      />
      {shown.length < sorted.length && (
        <button type="button" className="btn btn-sm mt-2" onClick={() => setWhole(true)}>
          Show all {countedLarge(sorted.length, 'learner')}
        </button>
      )}
    </>
  )
}

function EnrolButton({
  granted,
  extended,
  busy,
  onGrant,
}: GrantPreviewProps['checked'] & Pick<GrantPreviewProps, 'busy' | 'onGrant'>) {
  const some = granted + extended
  return (
    <button
      type="button"
      className="btn btn-primary"
      aria-disabled={busy || some === 0}
      onClick={() => {
        if (!busy && some > 0) onGrant()
      }}
    >
      {busy && <Spinner label="Enrolling" size={20} />}
      {some === 0 ? 'No one would be enrolled' : `Enrol ${counted(some, 'learner')}`}
    </button>
  )
}
