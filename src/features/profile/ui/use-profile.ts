import { useCallback, useEffect, useState } from 'react'
import { updateProfile } from '#features/auth/auth.store.ts'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { getProfile, type OwnProfile } from '../profile.contract.ts'
import { messages } from '../profile.rules.ts'

export type ProfileState =
  { is: 'loading' } | { is: 'failed'; message: string; hint: string } | { is: 'shown'; profile: OwnProfile }

/** The learner's profile: loaded with the page, again when the network is back, and kept up to date in the shell. */
export function useProfile() {
  const [state, setState] = useState<ProfileState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const failed = state.is === 'failed'

  /** Shows a profile that the server replied with, here and in the shell. */
  const show = useCallback((profile: OwnProfile) => {
    setState({ is: 'shown', profile })
    const { cover: _, ...stored } = profile
    updateProfile(stored)
    dispatchEvent(new Event('user-change'))
  }, [])

  useEffect(() => {
    const abort = new AbortController()
    setState({ is: 'loading' })
    call(getProfile, { signal: abort.signal }).then(
      ({ data }) => show(data.user),
      (error: unknown) => {
        if (abort.signal.aborted) return
        setState(
          error instanceof ApiError
            ? { is: 'failed', message: messages.loadFailed, hint: 'Something went wrong on our side.' }
            : {
                is: 'failed',
                message: messages.loadError,
                hint: 'You seem to be offline. Your profile will load as soon as you are back online.',
              },
        )
      },
    )
    return () => abort.abort()
  }, [attempt, show])

  useEffect(() => {
    if (!failed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed, retry])
  return { state, retry, show }
}
