import { atom } from 'nanostores'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { passes } from '#lib/both/calls/prospect.ts'
import {
  getWebinarRegistration,
  leaveWebinar,
  registerForWebinar,
  type WebinarRegistration,
} from './webinars.contract.ts'

/** What the panel shows of a learner's registration. */
export interface ShownRegistration {
  state: 'loading' | 'open' | 'registered' | 'full' | 'over' | 'failed'
  /** What the server said last; undefined until it has said something. */
  data: WebinarRegistration | undefined
  /** Why there is nothing to show, where the state is `failed`. */
  problem: string
  /** What came of what the learner did last. */
  note: string
  /** What they did last is under way. */
  busy: boolean
}

const FAILED = 'That did not work. Please try again.'
const OFFLINE = 'You are offline. Please try again when you are back.'

/** A learner's registration for one webinar, looked up again whenever it becomes another. */
export function registrationFor(id: number) {
  const $shown = atom<ShownRegistration>({ state: 'loading', data: undefined, problem: '', note: '', busy: false })
  const set = (changes: Partial<ShownRegistration>) => $shown.set({ ...$shown.get(), ...changes })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Only the request that was sent last may say what is shown: one before it may answer later, and knows less. */
  let turn = 0

  const wait = (pause: number | undefined) => {
    clearTimeout(timer)
    // A page that is out of sight looks when it is seen again (registration.browser.ts).
    if (pause !== undefined) timer = setTimeout(() => void (document.hidden || load()), pause)
  }

  const show = (data: WebinarRegistration) => {
    set({ data, state: stateOf(data) })
    // Looks again when the link appears, when the webinar starts and when it is over.
    const next = [data.join_from, data.starts_at, data.ends_at].find((moment) => moment > serverNow())
    wait(next === undefined ? undefined : Math.min(next - serverNow() + SECOND, HOUR))
  }

  /** Looks the registration up. @returns false when that failed; undefined when something newer has its say */
  const load = async (): Promise<boolean | undefined> => {
    // What is under way answers with the registration.
    if ($shown.get().busy) return undefined
    const mine = ++turn
    try {
      const { data } = await call(getWebinarRegistration, { params: { id } })
      if (mine !== turn) return undefined
      show(data)
      return true
    } catch (error) {
      if (mine !== turn) return undefined
      // What stands there is better than nothing.
      if (!$shown.get().data)
        set({
          state: 'failed',
          problem: navigator.onLine
            ? 'Your registration could not be looked up.'
            : 'You are offline. Your registration will show when you are back.',
        })
      if (error instanceof ApiError && error.status === 404) set({ note: error.message })
      // What was refused would be refused again, unless it was for the moment alone.
      wait(passes(error) ? MINUTE : undefined)
      return false
    }
  }

  /** Looks again because the learner wants to know, and says what came of it. */
  const lookAgain = async () => {
    const before = $shown.get().state
    set({ note: '' })
    const found = await load()
    const { state, note } = $shown.get()
    if (found === undefined || note) return
    if (!found) set({ note: navigator.onLine ? FAILED : OFFLINE })
    else if (state === 'full')
      set({ note: before === 'full' ? 'All places are still taken.' : 'All places are taken.' })
    else if (state === 'open' && before === 'full') set({ note: 'A place is free.' })
    else if (state !== 'over') set({ note: 'Your registration has been looked up.' })
  }

  const change = async (endpoint: typeof registerForWebinar) => {
    if ($shown.get().busy) return
    turn += 1
    set({ busy: true, note: '' })
    try {
      const { data, message } = await call(endpoint, { params: { id } })
      set({ busy: false, note: message })
      show(data)
    } catch (error) {
      set({ busy: false, note: error instanceof ApiError ? error.message : navigator.onLine ? FAILED : OFFLINE })
      await load()
    }
  }

  return { $shown, load, lookAgain, register: () => change(registerForWebinar), leave: () => change(leaveWebinar) }
}

function stateOf({ phase, registered, places_left: left }: WebinarRegistration): ShownRegistration['state'] {
  if (phase === 'over') return 'over'
  if (registered) return 'registered'
  return left === 0 ? 'full' : 'open'
}
