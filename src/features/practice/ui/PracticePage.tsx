import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { $message, keepSendingAnswers } from '../session.store.ts'
import { Overview } from './Overview.tsx'
import { titleLook } from './OverviewSkeleton.tsx'
import { SessionScreen } from './SessionScreen.tsx'

/** The address of a session on this page: reload and back lead where one expects. */
const SESSION = '#session'

/** Practice from mistakes: how the notebook stands, and the session. */
export function PracticePage() {
  const [inSession, setInSession] = useState(() => location.hash === SESSION)
  const message = useStore($message)
  useEffect(() => keepSendingAnswers(), [])
  useEffect(() => {
    const follow = () => setInSession(location.hash === SESSION)
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
      <h1 className={inSession ? 'sr-only' : titleLook}>Practice</h1>
      {inSession ? <SessionScreen /> : <Overview />}
      <Toasts />
    </>
  )
}
