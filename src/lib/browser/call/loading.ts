import { atom, type ReadableAtom } from 'nanostores'
import { ApiError } from '../../both/calls/errors.ts'
import { Unreachable } from './call.ts'

/** What has come of a call. `missing` is known of loaders alone whose call may find nothing. */
export type Loaded<Shown, Missing extends boolean = boolean> =
  | { is: 'loading' }
  /** `unreachable`: no server answered. It is asked again when the network is back. */
  | { is: 'failed'; unreachable: boolean; error: unknown }
  | { is: 'shown'; shown: Shown }
  | (Missing extends true ? { is: 'missing' } : never)

export interface Loader<Input, Shown, Missing extends boolean = boolean> {
  $state: ReadableAtom<Loaded<Shown, Missing>>
  /**
   * Asks for what an input names, until it is left or asked for another; islands that open the same ask once.
   * @returns leaves it; with the last who opened it what is under way is given up, and what is shown stays as it is
   */
  open: (input: Input) => () => void
  /** Whether the state is that of an input that is open, or was and is kept. */
  isOf: (input: Input) => boolean
  /** Asks anew, and shows so. Settles when the state says what came of it. */
  again: () => Promise<void>
  /**
   * Asks anew while what is shown stays, also when that fails; where nothing is shown it is as `again`.
   * @throws as the call; an AbortError when it was left or asked for another meanwhile
   */
  refresh: () => Promise<Shown>
  /** Changes what is shown, where something is. */
  change: (apply: (shown: Shown) => Shown) => void
}

export interface LoadingOptions<Input, Missing extends boolean> {
  /** A 404 says that there is no such thing, so that trying again is no use; otherwise it is a failure like others. */
  mayMiss?: Missing
  /**
   * What was shown last is shown to the next who opens the same: in place of asking again, or while it is asked for
   * anew. Otherwise the next one begins with loading.
   */
  keeps?: 'instead' | 'meanwhile'
  /** Told of each failure that is shown. */
  onFailed?: (error: unknown, input: Input) => void
}

/**
 * The one way to load what an island shows (docs/decisions/0052-one-way-to-load.md). Nothing is asked for before it is
 * opened.
 * @param ask makes the call, or the calls, of an input and gives what is shown; passes the signal on
 */
export function loading<Input, Shown, Missing extends boolean = false>(
  ask: (input: Input, signal: AbortSignal) => Promise<Shown>,
  { mayMiss, keeps, onFailed }: LoadingOptions<Input, Missing> = {},
): Loader<Input, Shown, Missing> {
  const $state = atom<Loaded<Shown>>({ is: 'loading' })
  /** What is asked for now, and by how many. */
  let opened: { input: Input; key: string; by: number } | undefined
  let kept: string | undefined
  let abort = new AbortController()
  // Of several requests for the same only the one that was sent last may say what is shown.
  let turn = 0

  const stop = () => {
    abort.abort()
    removeEventListener('online', whenOnline)
  }
  const whenOnline = () => {
    const { is } = $state.get()
    // A request that was on its way when the network changed may hang for minutes.
    if (is === 'failed' || is === 'loading') void again()
  }

  /** @param says its failure is shown also in place of what is shown */
  const request = async (input: Input, says = false): Promise<Shown> => {
    const { signal } = abort
    const mine = (turn += 1)
    try {
      const shown = await ask(input, signal)
      signal.throwIfAborted()
      if (mine === turn) $state.set({ is: 'shown', shown })
      return shown
    } catch (error) {
      if (!signal.aborted && mine === turn && (says || $state.get().is !== 'shown')) fail(error, input)
      throw error
    }
  }
  const fail = (error: unknown, input: Input) => {
    if (mayMiss && error instanceof ApiError && error.status === 404) return $state.set({ is: 'missing' })
    $state.set({ is: 'failed', unreachable: error instanceof Unreachable, error })
    onFailed?.(error, input)
  }

  /** As `again`, with what came of it. */
  const anew = (): Promise<Shown> => {
    abort.abort()
    abort = new AbortController()
    if (!opened) return Promise.reject(new DOMException('Nothing is open', 'AbortError'))
    $state.set({ is: 'loading' })
    return request(opened.input)
  }
  const again = () => anew().then(nothing, nothing)

  return {
    // Without `mayMiss` nothing is missing.
    $state: $state as ReadableAtom<Loaded<Shown, Missing>>,
    open: (input) => {
      const key = keyOf(input)
      if (opened?.key === key) opened.by += 1
      else {
        stop()
        opened = { input, key, by: 1 }
        addEventListener('online', whenOnline)
        const shows = kept === key && $state.get().is === 'shown'
        kept = keeps ? key : undefined
        if (shows) abort = new AbortController()
        if (!shows) void again()
        else if (keeps === 'meanwhile') request(input, true).catch(nothing)
      }
      const mine = opened
      return () => {
        mine.by -= 1
        if (mine.by > 0 || opened !== mine) return
        stop()
        opened = undefined
      }
    },
    isOf: (input) => (opened?.key ?? kept) === keyOf(input),
    again,
    refresh: () => (opened && $state.get().is === 'shown' ? request(opened.input) : anew()),
    change: (apply) => {
      const state = $state.get()
      if (state.is !== 'shown') return
      const shown = apply(state.shown)
      if (shown !== state.shown) $state.set({ is: 'shown', shown })
    },
  }
}

/** Whether a loader shows something of which `is` holds. */
export function isShown<Shown>({ $state }: Pick<Loader<never, Shown>, '$state'>, is: (shown: Shown) => boolean) {
  const state = $state.get()
  return state.is === 'shown' && is(state.shown)
}

/** The same for inputs that are the same. */
export const keyOf = (input: unknown): string => JSON.stringify(input) ?? ''

const nothing = () => {}

/** True for what `refresh` throws of a loader that was left meanwhile: nobody waits for it any more. */
export const wasLeft = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
