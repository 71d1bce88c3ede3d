import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { WebinarRegistration } from './webinars.contract.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
})

const { $user } = await import('#features/auth/auth.store.ts')
const { registrationFor } = await import('./registration.store.ts')

const NOW = Date.UTC(2026, 2, 2, 6)
const STARTS = NOW + HOUR

type Reply = () => Promise<Response>
let sent: string[]
/** What is answered next, in order; the last one again and again. */
let answers: Reply[]

const registration = (changes: Partial<WebinarRegistration> = {}) =>
  ({
    ...{ id: 7, phase: 'coming', registered: false, places_left: null, join_url: null },
    ...{ join_from: STARTS - 15 * MINUTE, starts_at: STARTS, ends_at: STARTS + HOUR },
    ...changes,
  }) as WebinarRegistration
const says =
  (changes: Partial<WebinarRegistration> = {}, message = ''): Reply =>
  () =>
    Promise.resolve(Response.json({ status: true, success: true, message, data: registration(changes) }))
const refuses =
  (message: string): Reply =>
  () =>
    Promise.resolve(Response.json({ status: false, success: false, message, code: 'full' }, { status: 409 }))
const answersWith =
  (status: number): Reply =>
  () =>
    Promise.resolve(Response.json({ status: false, success: false, message: 'No.', code: 'no' }, { status }))
const fails: Reply = () => Promise.reject(new TypeError('Failed to fetch'))

/** An answer that comes when it is let through. */
function late(reply: Reply): { reply: Reply; come: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reply: () => promise.then(reply), come: resolve }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  sent = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path.split('/').at(-1)!)
    return (answers.length > 1 ? answers.shift()! : answers[0]!)()
  })
  $user.set({ id: 5, token: 'secret' } as never)
})
afterEach(() => void vi.useRealTimers())

const stateAndNote = ({ $shown }: ReturnType<typeof registrationFor>) => [$shown.get().state, $shown.get().note]

describe('what is shown of a registration', () => {
  it('is what was answered to the last request, not what was on its way when it was made', async () => {
    const before = late(says())
    answers = [says(), before.reply, says({ registered: true }, 'You are registered.')]
    const shown = registrationFor(7)
    await shown.load()
    const looking = shown.load()
    await shown.register()
    before.come()
    await looking
    expect(stateAndNote(shown)).toEqual(['registered', 'You are registered.'])
  })

  it('is not asked for while it is being changed', async () => {
    const made = late(says({ registered: true }, 'You are registered.'))
    answers = [says(), made.reply]
    const shown = registrationFor(7)
    await shown.load()
    const registering = shown.register()
    await shown.load()
    await shown.register()
    made.come()
    await registering
    expect(sent).toEqual(['7', 'register'])
    expect(shown.$shown.get()).toMatchObject({ state: 'registered', busy: false })
  })

  it('follows the webinar, also when a request on the way has failed', async () => {
    answers = [says({ registered: true }), fails, says({ registered: true, join_url: 'https://meet.example.org/plan' })]
    const shown = registrationFor(7)
    await shown.load()
    await vi.advanceTimersByTimeAsync(45 * MINUTE + 1000)
    expect([sent.length, shown.$shown.get().data?.join_url]).toEqual([2, null])
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect([sent.length, shown.$shown.get().data?.join_url]).toEqual([3, 'https://meet.example.org/plan'])
  })

  it('is looked for again by itself when it could not be had at first', async () => {
    answers = [fails, says()]
    const shown = registrationFor(7)
    await shown.load()
    expect(shown.$shown.get()).toMatchObject({
      state: 'failed',
      problem: 'Your registration could not be looked up.',
    })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(stateAndNote(shown)).toEqual(['open', ''])
  })
})

describe('without being asked the page looks', () => {
  it.each([404, 403])('no more once it was refused with %i', async (status) => {
    answers = [answersWith(status)]
    await registrationFor(7).load()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(sent).toHaveLength(1)
  })

  it.each([500, 429, 408])('again each minute while the answer is %i', async (status) => {
    answers = [answersWith(status)]
    await registrationFor(7).load()
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(sent).toHaveLength(4)
  })

  it('no more while it is out of sight', async () => {
    answers = [fails]
    await registrationFor(7).load()
    vi.stubGlobal('document', { documentElement: { dataset: {} }, hidden: true })
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(sent).toHaveLength(1)
  })
})

describe('a learner is told', () => {
  it('that all places are still taken, and when one is free', async () => {
    answers = [says({ places_left: 0 })]
    const shown = registrationFor(7)
    await shown.load()
    const looking = shown.lookAgain()
    expect(shown.$shown.get().note, 'so that the same words are said again').toBe('')
    await looking
    expect(stateAndNote(shown)).toEqual(['full', 'All places are still taken.'])
    answers = [says({ places_left: 1 })]
    await shown.lookAgain()
    expect(stateAndNote(shown)).toEqual(['open', 'A place is free.'])
  })

  it('that looking again has failed, and that it has not', async () => {
    answers = [fails]
    const shown = registrationFor(7)
    await shown.load()
    await shown.lookAgain()
    expect(stateAndNote(shown)).toEqual(['failed', 'That did not work. Please try again.'])
    answers = [says()]
    await shown.lookAgain()
    expect(stateAndNote(shown)).toEqual(['open', 'Your registration has been looked up.'])
  })

  it('why a registration was refused, beside what is so now', async () => {
    answers = [says({ places_left: 1 }), refuses('All places of this webinar are taken.'), says({ places_left: 0 })]
    const shown = registrationFor(7)
    await shown.load()
    await shown.register()
    await settled()
    expect(stateAndNote(shown)).toEqual(['full', 'All places of this webinar are taken.'])
    expect(shown.$shown.get().busy).toBe(false)
  })
})
