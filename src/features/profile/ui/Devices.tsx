import { useState } from 'react'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { displayTime, MINUTE } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { endOtherSessions, endSession, listSessions } from '../profile.contract.ts'
import MonitorIcon from 'virtual:lucide/monitor'
import SmartphoneIcon from 'virtual:lucide/smartphone'
import { DevicesSkeleton } from './look.tsx'

/** A session counts as in use this long after its last call; that is how exactly it is known. */
const IN_USE = 15 * MINUTE

const devices = loading(async (_: void, signal) => (await call(listSessions, { signal })).data)

/** Where the learner is logged in, with a way to end it there. */
export function Devices() {
  const state = useLoaded(devices)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState<number | 'others'>()

  const run = async (which: number | 'others') => {
    setBusy(which)
    try {
      const { message } =
        which === 'others' ? await call(endOtherSessions) : await call(endSession, { body: { id: which } })
      toast.success(message)
      devices.change((before) => before.filter(({ id, current }) => current || (which !== 'others' && id !== which)))
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : 'The server cannot be reached. Please try again.')
      if (error instanceof ApiError && error.status === 404) devices.refresh().catch(() => {})
    }
    setBusy(undefined)
    setAsked(false)
  }

  if (state.is === 'loading') return <DevicesSkeleton />
  if (state.is === 'failed') return <ErrorState compact onRetry={devices.again} />
  const sessions = state.shown
  const others = sessions.length - 1
  return (
    <>
      <ul className="divide-y divide-base-300">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-4 py-3 first:pt-0">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-base-200 text-muted">
              {session.phone_sized ? <SmartphoneIcon /> : <MonitorIcon />}
            </span>
            <div className="min-w-0 grow text-sm">
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {session.device}
                {session.current && (
                  <span className="rounded-selector bg-success/12 px-2 py-0.5 text-xs font-semibold text-success">
                    This device
                  </span>
                )}
              </p>
              <p className="text-muted">
                {session.current || serverNow() - session.last_seen_at < IN_USE
                  ? 'In use now'
                  : `Last used ${displayTime(session.last_seen_at)}`}
              </p>
              <p className="text-muted">Logged in {displayTime(session.created_at)}</p>
            </div>
            {!session.current && (
              <button
                type="button"
                className="btn btn-sm min-h-11 shrink-0"
                disabled={busy !== undefined}
                onClick={() => void run(session.id)}
              >
                Log out
                <span className="sr-only"> {session.device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <button type="button" className="btn mt-3" disabled={busy !== undefined} onClick={() => setAsked(true)}>
          Log out all other devices
        </button>
      )}
      <ConfirmDialog
        open={asked}
        title="Log out all other devices?"
        message="You stay logged in here. Everywhere else you will need your phone and a new code to log in again."
        confirmLabel="Log out"
        busy={busy === 'others'}
        onConfirm={() => void run('others')}
        onCancel={() => setAsked(false)}
      />
      <Toasts />
    </>
  )
}
