import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Toasts, toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { RecoveryCodes } from '../../log-in/ui/RecoveryCodes.tsx'
import * as contracts from '../account.contract.ts'
import { $newCodes, confirmNewCodes, leaveNewCodes, offerNewCodes, type NewCodes } from '../new-codes.store.ts'
import { AddFactor } from './AddFactor.tsx'

type Session = ReplyOf<typeof contracts.listStaffSessions>['data'][number]
type Factor = ReplyOf<typeof contracts.listFactors>['data'][number]

const sessions = loading((_: undefined, signal) => staffCall(contracts.listStaffSessions, { signal }))
const factors = loading((_: undefined, signal) => staffCall(contracts.listFactors, { signal }))

const kinds = { passkey: 'Passkey', authenticator: 'Authenticator app', counter: 'List of codes' } as const

interface Rules {
  authenticator: FormRules
  rename: FormRules
}

/** The own log-in of somebody of the staff: second factors, recovery codes, and where they are logged in. */
export function MyAccount({ rules }: { rules: Rules }) {
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <Factors rules={rules} />
      <Sessions />
      <Toasts />
    </div>
  )
}

function Factors({ rules }: { rules: Rules }) {
  const loaded = useLoaded(factors)
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Factor>()
  const offered = useStore($newCodes)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const run = (work: () => Promise<unknown>) => work().catch((error: unknown) => toast.error(failureWords(error)))
  const remove = (id: number) =>
    run(async () => {
      const { message } = await staffCall(contracts.removeFactor, { body: { id } })
      toast.success(message)
      await factors.refresh()
    })
  const saved = async (codes: NewCodes) => {
    toast.success(await confirmNewCodes(codes))
    await factors.refresh()
  }
  const leaveCodes = () => {
    if (leaveNewCodes()) return toast.success('The new codes were discarded. Your recovery codes are as before.')
    toast.error('Keep both your old and your new recovery codes, or generate new codes.')
    void factors.refresh()
  }
  const done = (message: string) => {
    setAdding(false)
    setRenaming(undefined)
    toast.success(message)
    void factors.refresh()
  }
  const columns: Column<Factor>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => name },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => kinds[kind] },
    { id: 'used', header: 'Last used', cell: ({ used_at }) => <Instant at={used_at} />, whole: true },
    {
      id: 'act',
      header: 'Change',
      align: 'end',
      cell: (factor) => (
        <span className="flex flex-wrap justify-end gap-1">
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`Rename ${factor.name}`}
            onClick={() => setRenaming(factor)}
          >
            Rename
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            disabled={(shown?.data.length ?? 0) < 2}
            aria-label={`Remove ${factor.name}`}
            onClick={() => void remove(factor.id)}
          >
            Remove
          </button>
        </span>
      ),
    },
  ]
  return (
    <section aria-labelledby="factors">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="factors" className="text-lg font-semibold">
          Second factors
        </h2>
        <button type="button" className="btn btn-sm btn-primary" onClick={() => setAdding(true)}>
          Add another
        </button>
      </div>
      <DataTable
        caption="Second factors"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={() => void factors.again()}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3 text-sm">
        <span>
          Recovery codes left: <strong className="tabular-nums">{shown?.recovery_codes_left ?? '–'}</strong>
        </span>
        <button type="button" className="btn btn-sm" onClick={() => void run(offerNewCodes)}>
          Generate 10 new codes
        </button>
      </div>
      <p className="mt-2 text-xs text-muted">
        To change these, confirm with a second factor if your last one was over 15 minutes ago. You cannot remove your
        only one.
      </p>
      <Dialog open={adding} title="Another second factor" onClose={() => setAdding(false)}>
        <AddFactor rules={rules.authenticator} onDone={done} />
      </Dialog>
      <Dialog open={renaming !== undefined} title="Rename the second factor" onClose={() => setRenaming(undefined)}>
        {renaming && (
          <StaffForm
            endpoint={contracts.renameFactor}
            rules={rules.rename}
            fields={[{ name: 'name', label: 'Name', kind: 'text', wide: true }]}
            initial={{ name: renaming.name }}
            also={{ id: renaming.id }}
            submitLabel="Save"
            onCancel={() => setRenaming(undefined)}
            onDone={({ message }) => done(message)}
          />
        )}
      </Dialog>
      <Dialog
        open={offered !== undefined}
        title="New recovery codes"
        locked={offered?.isConfirming ?? false}
        onClose={leaveCodes}
      >
        {offered && (
          <RecoveryCodes
            codes={offered.codes}
            about={
              offered.isUnknown
                ? 'The server’s reply was lost: either these codes or your old ones work. Try again, or keep both lists.'
                : 'Your old codes work until you confirm that you have saved these. If you close this, the old ones stay.'
            }
            saveLabel={offered.isUnknown ? 'Try again' : undefined}
            onSaved={() => saved(offered)}
          />
        )}
      </Dialog>
    </section>
  )
}

function Sessions() {
  const loaded = useLoaded(sessions)
  const end = async (id?: number) => {
    try {
      const { message } = await staffCall(contracts.endStaffSession, { body: { ...(id !== undefined && { id }) } })
      toast.success(message)
      await sessions.refresh()
    } catch (error) {
      toast.error(failureWords(error))
    }
  }
  const columns: Column<Session>[] = [
    {
      id: 'browser',
      header: 'Browser',
      cell: ({ browser, current }) => (
        <>
          {browser} {current && <StatusBadge tone="good">This one</StatusBadge>}
        </>
      ),
    },
    { id: 'address', header: 'From', cell: ({ address }) => address, whole: true },
    { id: 'since', header: 'Since', cell: ({ created_at }) => <Instant at={created_at} />, whole: true },
    { id: 'seen', header: 'Last used', cell: ({ last_seen_at }) => <Instant at={last_seen_at} />, whole: true },
    {
      id: 'act',
      header: 'End',
      align: 'end',
      cell: ({ id, current, browser }) =>
        current ? null : (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`End the session of ${browser}`}
            onClick={() => void end(id)}
          >
            End
          </button>
        ),
    },
  ]
  return (
    <section aria-labelledby="sessions">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" className="text-lg font-semibold">
          Where you are logged in
        </h2>
        <button type="button" className="btn btn-sm" onClick={() => void end()}>
          End all others
        </button>
      </div>
      <DataTable
        caption="Sessions"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        onRetry={() => void sessions.again()}
        keys={false}
      />
      <p className="mt-2 text-xs text-muted">A session ends after 12 hours, or when it is not used for 30 minutes.</p>
    </section>
  )
}
