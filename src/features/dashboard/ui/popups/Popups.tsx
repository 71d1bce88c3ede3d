import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useStore } from '@nanostores/react'
import { $user } from '#features/auth/auth.store.ts'
import type { Preferences } from '#features/auth/auth.contract.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { toast, Toasts } from '#ui/Toasts.tsx'
import type { Splash } from '../../dashboard.contract.ts'
import {
  confirmSplash,
  forgetPreferences,
  keepContentSource,
  newSplash,
  offeredPreferences,
  restSplash,
  sendPreferences,
} from '../../popups.store.ts'
import type { Wants } from '../../preference.rules.ts'
import type { PreferenceDialogProps } from './PreferenceDialog.tsx'
import type { SplashDialogProps } from './SplashDialog.tsx'

/** Nobody asked for a dialog whose code does not come: the next page asks again. */
const none = (error: unknown) => {
  noteFailure('The code of a dialog', error)
  return { default: () => null }
}
const PreferenceDialog = lazy<ComponentType<PreferenceDialogProps>>(() =>
  import('./PreferenceDialog.tsx').then((module) => ({ default: module.PreferenceDialog }), none),
)
const SplashDialog = lazy<ComponentType<SplashDialogProps>>(() =>
  import('./SplashDialog.tsx').then((module) => ({ default: module.SplashDialog }), none),
)

/**
 * What opens over the dashboard: first the preference dialog, when log-in left something to choose; then, once it is
 * closed, the marketing splash that the learner has not confirmed (document 1, section 4).
 */
export function Popups({ contentSource }: { contentSource: 'cc' | 'wac' }) {
  const user = useStore($user)
  // Undefined until the browser's storage has been read.
  const [preferences, setPreferences] = useState<Preferences | null>()
  const [splash, setSplash] = useState<Splash>()
  useEffect(() => {
    keepContentSource(contentSource)
    setPreferences(offeredPreferences() ?? null)
    void newSplash().then(setSplash)
  }, [contentSource])

  const closePreferences = () => {
    forgetPreferences()
    setPreferences(null)
  }
  const submit = (options: string[], wants: Wants) => {
    // The dialog closes whatever comes of it.
    closePreferences()
    sendPreferences(options, wants).catch(() => toast.error('Error while submitting preferences.'))
  }
  const confirm = async (shown: Splash) => {
    setSplash(undefined)
    const told = await confirmSplash(shown)
    if (told) toast.success(told)
  }
  const close = (shown: Splash) => {
    restSplash(shown)
    setSplash(undefined)
  }
  return (
    <>
      <Suspense>
        {preferences ? (
          <PreferenceDialog
            name={user?.name ?? ''}
            offered={preferences}
            onSubmit={submit}
            onClose={closePreferences}
          />
        ) : preferences === null && splash ? (
          <SplashDialog splash={splash} onConfirm={() => void confirm(splash)} onClose={() => close(splash)} />
        ) : null}
      </Suspense>
      <Toasts />
    </>
  )
}
