import { callIfChanged, Unreachable } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from '../../both/calls/endpoint.ts'

/** What is told of a call that is asked again and again. */
export interface Watcher<Reply> {
  loading: () => void
  /** `before`: what was shown until now; undefined the first time. */
  show: (reply: Reply, before: Reply | undefined) => void
  /**
   * There is no answer, or an error. `shown`: something is on the screen.
   * @returns true when there is no use in asking again
   */
  fail: (error: unknown, shown: boolean) => boolean
  offline: (offline: boolean) => void
}

export interface Watch<Reply> {
  /** Asks at once. */
  look: () => void
  /** Draws a change of the learner's own at once, and asks anew. */
  change: (apply: (reply: Reply) => Reply) => void
  stop: () => void
}

/**
 * Keeps the reply of a call up to date while the page is looked at: asks every so many milliseconds, when the page comes
 * into sight, and when the network is back. The call answers 304 to the version that is known.
 * @param input what is asked for; a function says it anew each time
 */
export function watchCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | (() => CallInput<E>),
  every: number,
  tell: Watcher<ReplyOf<E>>,
): Watch<ReplyOf<E>> {
  const abort = new AbortController()
  const { signal } = abort
  let shown: ReplyOf<E> | undefined
  let etag: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  // What is asked for before a change of the learner's own does not know of it.
  let turn = 0

  const look = async () => {
    clearTimeout(timer)
    const mine = (turn += 1)
    try {
      const asked = typeof input === 'function' ? input() : input
      const found = await callIfChanged(endpoint, { ...asked, signal }, etag)
      if (mine !== turn || signal.aborted) return
      tell.offline(false)
      if (found) {
        const before = shown
        ;[shown, etag] = [found.reply, found.etag]
        tell.show(found.reply, before)
      }
    } catch (error) {
      if (mine !== turn || signal.aborted) return
      tell.offline(error instanceof Unreachable)
      if (tell.fail(error, shown !== undefined)) return
    }
    if (document.visibilityState === 'visible') timer = setTimeout(look, every)
  }
  const whenSeen = () => {
    if (document.visibilityState === 'visible') void look()
    else clearTimeout(timer)
  }
  const whenOnline = () => {
    if (shown === undefined) tell.loading()
    void look()
  }
  document.addEventListener('visibilitychange', whenSeen, { signal })
  addEventListener('online', whenOnline, { signal })
  addEventListener('offline', () => tell.offline(true), { signal })
  tell.loading()
  void look()
  return {
    look: whenOnline,
    change: (apply) => {
      if (shown === undefined) return
      shown = apply(shown)
      tell.show(shown, shown)
      void look()
    },
    stop: () => {
      clearTimeout(timer)
      abort.abort()
    },
  }
}
