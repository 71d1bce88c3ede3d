import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { whenIdle } from '#lib/browser/when-idle.ts'
import { Later, loadLater } from '#ui/states/Later.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { $message, keepSendingAnswers } from '../session.store.ts'
import { Overview } from './Overview.tsx'
import { PracticeHead } from './OverviewSkeleton.tsx'

/** The address of a session on this page: reload and back lead where one expects. */
const SESSION = '#session'

const sessionPart = { name: 'session', load: () => import('./SessionScreen.tsx') }

/** Practice from mistakes: how the notebook stands, and the session. */
export function PracticePage() {
  const [inSession, setInSession] = useState(false)
  const message = useStore($message)
  useEffect(() => keepSendingAnswers(), [])
  useEffect(() => whenIdle(() => loadLater(sessionPart).catch(() => {})), [])
  useEffect(() => {
    const follow = () => setInSession(location.hash === SESSION)
    follow()
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [])
  useEffect(() => {
    if (!message) return
    if (message.kind === 'error') toast.error(message.text)
    else toast.success(message.text)
    $message.set(undefined)
  }, [message])
  return (
    <>
      {inSession ? <h1 className="sr-only">Practice</h1> : <PracticeHead />}
      {inSession ? (
        <Later {...sessionPart} waiting={<Skeleton />}>
          {({ SessionScreen }) => <SessionScreen />}
        </Later>
      ) : (
        <Overview />
      )}
      <Toasts />
    </>
  )
}
