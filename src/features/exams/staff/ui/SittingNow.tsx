import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { examHelpers, learnerReaders } from '#features/auth/staff/learner-roles.rules.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { counted, spokenDuration } from '#lib/both/text/format.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { reasonField } from '#ui/staff/reasons.ts'
import { toast } from '#ui/Toasts.tsx'
import { giveLearnerTime } from '../learner-attempts.contract.ts'
import { giveTimeToAll, type Sitter } from '../exams.contract.ts'
import { address, sitting } from './exam-screen.browser.ts'
import { TimeForAll } from './TimeForAll.tsx'

/** How often the list is asked for anew while somebody looks at it. */
const EVERY = 10 * SECOND

/** Rules of the forms that give time to one candidate and to all. */
export interface TimeRules {
  one: FormRules
  all: FormRules
}

/** Who is in the exam, anew every ten seconds while the page is seen. */
export function SittingNow({ id, rules }: { id: number; rules: TimeRules }) {
  const { after } = useStore(address.$values)
  const loaded = useLoaded(sitting, { id, after })
  const [chosen, setChosen] = useState<Sitter>()
  const isStale = useRefreshed(sitting, EVERY)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const [asksAll, setAsksAll] = useState(false)
  const close = () => setChosen(undefined)
  return (
    <>
      {shown && (
        <p className="mb-3 text-sm text-muted">
          <strong className="text-base-content">{shown.counts.sitting}</strong> sit it,{' '}
          {shown.counts.waiting > 0 && `${shown.counts.waiting} have it back and have not continued, `}
          {shown.counts.ending > 0 && `${shown.counts.ending} are about to be scored, `}
          {shown.counts.finished_by_learner + shown.counts.finished_by_deadline} finished, of whom{' '}
          {shown.counts.finished_by_deadline} by their time. As of <Instant at={shown.now} seconds />
          {isStale ? ': it could not be asked for anew.' : '.'}
        </p>
      )}
      {shown && shown.counts.sitting > 0 && mayCall(giveTimeToAll.roles) && (
        <button type="button" className="btn mb-3" onClick={() => setAsksAll(true)}>
          Give everyone time
        </button>
      )}
      <DataTable
        caption="Who sits it now"
        columns={columnsOf(shown?.questions ?? 0, setChosen)}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ attempt_id }) => attempt_id}
        onRetry={() => void sitting.again()}
        empty={<EmptyState compact message="Nobody sits it now" />}
      />
      <KeysetPager
        address={address}
        newer={after ? { after: '' } : undefined}
        older={shown?.next ? { after: shown.next } : undefined}
      />
      {asksAll && (
        <TimeForAll
          id={id}
          rules={rules.all}
          counts={shown?.counts}
          onClose={() => setAsksAll(false)}
          onDone={(message) => {
            setAsksAll(false)
            toast.success(message)
            void sitting.refresh().catch(() => {})
          }}
        />
      )}
      <Dialog open={chosen !== undefined} title={`Give time: ${chosen ? nameOf(chosen) : ''}`} onClose={close}>
        {chosen && (
          <StaffForm
            endpoint={giveLearnerTime}
            rules={rules.one}
            params={{ id: chosen.user_id }}
            also={{ exam_id: id }}
            fields={[
              { name: 'minutes', label: 'Minutes', kind: 'number', hint: 'How much more, 180 at most', wide: true },
              reasonField('learner', 'The power failed'),
            ]}
            submitLabel="Give time"
            onCancel={close}
            onDone={({ message }) => {
              close()
              toast.success(message)
              void sitting.refresh().catch(() => {})
            }}
          />
        )}
      </Dialog>
    </>
  )
}

/** Whoever may not see learners tells them apart by their attempts. */
const nameOf = ({ learner, attempt_id }: Sitter) =>
  learner ? (learner.name ?? `+${learner.country_code} ${learner.phone}`) : `Attempt ${attempt_id}`

const connections: Record<Sitter['connection'], { tone: Tone; words: string }> = {
  here: { tone: 'good', words: 'Here' },
  quiet: { tone: 'waiting', words: 'Quiet for a minute' },
  waiting: { tone: 'plain', words: 'Given back, not continued' },
}

function columnsOf(questions: number, onGive: (sitter: Sitter) => void): Column<Sitter>[] {
  const columns: Column<Sitter>[] = [
    {
      id: 'who',
      header: 'Learner',
      cell: (sitter) => (
        <>
          {mayCall(learnerReaders) ? (
            <a className="link" href={staffPaths.learner(sitter.user_id)}>
              {nameOf(sitter)}
            </a>
          ) : (
            nameOf(sitter)
          )}
          {sitter.number > 1 && <span className="block text-xs font-normal text-muted">Attempt {sitter.number}</span>}
        </>
      ),
    },
    {
      id: 'connection',
      header: 'State',
      cell: ({ connection, tabs }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusBadge tone={connections[connection].tone}>{connections[connection].words}</StatusBadge>
          {tabs > 1 && <span className="text-xs text-muted">{counted(tabs, 'tab')}</span>}
        </span>
      ),
    },
    { id: 'answered', header: 'Answered', cell: ({ answered }) => `${answered} of ${questions}`, align: 'end' },
    {
      id: 'saved',
      header: 'Last saved',
      cell: ({ saved_at }) => (saved_at === null ? 'Nothing yet' : <Instant at={saved_at} seconds />),
      whole: true,
    },
    { id: 'began', header: 'Began', cell: ({ started_at }) => <Instant at={started_at} />, whole: true, from: 'xl' },
    {
      id: 'left',
      header: 'Time left',
      cell: ({ left_ms, extra_minutes }) => (
        <>
          {spokenDuration(Math.max(0, Math.floor(left_ms / SECOND)))}
          {extra_minutes > 0 && <span className="block text-xs text-muted">+{extra_minutes} min given</span>}
        </>
      ),
      align: 'end',
      whole: true,
    },
  ]
  if (!mayCall(examHelpers)) return columns
  return [
    ...columns,
    {
      id: 'acts',
      header: 'Change',
      align: 'end',
      cell: (sitter) => (
        <button
          type="button"
          className="btn btn-ghost btn-sm whitespace-nowrap"
          disabled={sitter.connection === 'waiting'}
          aria-label={`Give time: ${nameOf(sitter)}`}
          onClick={() => onGive(sitter)}
        >
          Give time
        </button>
      ),
    },
  ]
}
