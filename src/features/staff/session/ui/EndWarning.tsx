import { useEffect, useState } from 'react'
import { END_WARNING, STAFF_IDLE, STAFF_SESSION } from '#lib/both/staff-session.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { readSessionEnds } from '#lib/browser/staff/session-ends.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { getMe } from '../../account/account.contract.ts'

interface SoonEnded {
  seconds: number
  /** The 12 hours are over: no call renews the session. */
  isFinal: boolean
}

/**
 * Warns two minutes before the session ends. A call in any tab of this browser renews it and closes the warning in all. The
 * end itself is the guard's (layouts/staff/staff-guard.ts).
 */
export function EndWarning() {
  const soon = useSoonEnded()
  const [isRead, setRead] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const stay = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await staffCall(getMe)
    } catch (error) {
      setProblem(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  if (!soon || (soon.isFinal && isRead)) return null
  return (
    <Dialog
      open
      title="You will be logged out soon"
      size="sm"
      locked
      onClose={() => {}}
      actions={
        soon.isFinal ? (
          <button type="button" className="btn btn-primary" data-first-focus onClick={() => setRead(true)}>
            OK
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            data-first-focus
            aria-disabled={busy}
            onClick={() => void stay()}
          >
            Stay logged in
          </button>
        )
      }
    >
      <p className="text-sm">
        {soon.isFinal
          ? `You logged in ${STAFF_SESSION / HOUR} hours ago.`
          : `Nothing was done in the console for ${(STAFF_IDLE - END_WARNING) / MINUTE} minutes.`}{' '}
        You will be logged out in{' '}
        <strong role="timer" className="tabular-nums">
          {inMinutes(soon.seconds)}
        </strong>
        .
      </p>
      <p className="mt-2 text-sm text-muted">What you typed is kept and restored when you log in again.</p>
      <p role="alert" className="mt-2 text-sm text-error empty:hidden">
        {problem}
      </p>
    </Dialog>
  )
}

/** Looks every second at what the tabs share. @returns undefined until two minutes before the end */
function useSoonEnded(): SoonEnded | undefined {
  const [soon, setSoon] = useState<SoonEnded>()
  useEffect(() => {
    const look = () => {
      const { idle = Infinity, session = Infinity } = readSessionEnds()
      const left = Math.min(idle, session) - Date.now()
      // At the end itself the guard clears the page.
      if (left > END_WARNING || left <= 0) return setSoon(undefined)
      setSoon({ seconds: Math.ceil(left / SECOND), isFinal: session <= idle })
    }
    look()
    const timer = setInterval(look, SECOND)
    return () => clearInterval(timer)
  }, [])
  return soon
}

/** `1:05` */
const inMinutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
