import { useCallback, useEffect, useState } from 'react'
import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'

export type Loaded<Reply> =
  { is: 'loading' } | { is: 'failed'; unreachable: boolean; missing: boolean } | { is: 'shown'; reply: Reply }

/**
 * What one call replies: asked for when the page opens, and again when the network is back.
 * @param ask does not change while its arguments do not
 */
export function useLoaded<Reply>(ask: (signal: AbortSignal) => Promise<Reply>) {
  const [state, setState] = useState<Loaded<Reply>>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const failed = state.is === 'failed'

  useEffect(() => {
    const abort = new AbortController()
    setState({ is: 'loading' })
    ask(abort.signal).then(
      (reply) => setState({ is: 'shown', reply }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const missing = error instanceof ApiError && error.status === 404
        setState({ is: 'failed', unreachable: error instanceof Unreachable, missing })
      },
    )
    return () => abort.abort()
  }, [ask, attempt])

  useEffect(() => {
    if (!failed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed, retry])
  return { state, retry }
}
