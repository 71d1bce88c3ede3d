import { useState } from 'react'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { serverNow } from '#lib/browser/call/call.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { ReasonDialog } from '#ui/staff/ReasonDialog.tsx'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast } from '#ui/Toasts.tsx'
import type { Announcement } from '../announcements.contract.ts'
import { announcement, oneAddress } from '../announcements.store.ts'
import * as contracts from '../compose.contract.ts'
import { toWhom } from './words.tsx'

type Done = ReplyOf<typeof contracts.cancelAnnouncement>

/** What can be done with a notification, as it is. */
export function AnnouncementActs({ shown }: { shown: Announcement }) {
  const { id, version, state, send_at } = shown
  const [asking, setAsking] = useState<'send' | 'withdraw'>()
  const refresh = () => announcement.refresh().catch(() => {})
  /** @returns what was answered; undefined of a refusal, which is told */
  const act = async (call: () => Promise<Done>): Promise<Done | undefined> => {
    try {
      return await call()
    } catch (error) {
      toast.error(failureWords(error))
      return undefined
    } finally {
      await refresh()
    }
  }
  const cancel = async () => {
    const done = await act(() => staffCall(contracts.cancelAnnouncement, { body: { id, version } }))
    if (done)
      undoToast('Cancelled', async () => {
        await staffCall(contracts.restoreAnnouncement, { body: { id, version: done.version } })
        await refresh()
      })
  }
  const tell = async (call: () => Promise<Done>) => {
    const done = await act(call)
    if (done) toast.success(done.message)
  }
  const body = { id, version }
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'scheduled' && (
        <>
          <button type="button" className="btn btn-primary" onClick={() => oneAddress.set({ edit: true })}>
            Change
          </button>
          <button type="button" className="btn" onClick={() => setAsking('send')}>
            Send now
          </button>
          <button type="button" className="btn" onClick={() => void cancel()}>
            Cancel it
          </button>
        </>
      )}
      {state === 'cancelled' && send_at > serverNow() && (
        <button
          type="button"
          className="btn"
          onClick={() => void tell(() => staffCall(contracts.restoreAnnouncement, { body }))}
        >
          Schedule it again
        </button>
      )}
      {state === 'sent' && (
        <button type="button" className="btn" onClick={() => setAsking('withdraw')}>
          Withdraw
        </button>
      )}
      {state !== 'scheduled' && (
        <a href={`${staffPaths.newNotification}?from=${id}`} className="btn">
          Use for a new one
        </a>
      )}
      <ConfirmDialog
        open={asking === 'send'}
        title="Send it now?"
        message={`To: ${toWhom(shown)}. It is pushed at once; it can be withdrawn, but not be unsaid.`}
        confirmLabel="Send now"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          void tell(() => staffCall(contracts.sendAnnouncement, { body }))
        }}
      />
      <ReasonDialog
        open={asking === 'withdraw'}
        title="Withdraw this notification"
        readBy="learner"
        keeps="withdraw"
        message="It goes from under all bells. What was pushed stays where it was shown. This cannot be undone."
        presets={['It was wrong', 'It is no longer so']}
        confirmLabel="Withdraw"
        danger
        onCancel={() => setAsking(undefined)}
        onConfirm={async (reason) => {
          const done = await staffCall(contracts.withdrawAnnouncement, { body: { id, reason } })
          setAsking(undefined)
          toast.success(done.message)
          await refresh()
        }}
      />
    </div>
  )
}
