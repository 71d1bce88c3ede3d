import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../both/calls/endpoint.ts'
import { SECOND } from '../../both/time/clock.ts'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { inBackground } from './background.ts'
import { $confirming } from './recent-factor.ts'
import { readSessionEnds } from './session-ends.ts'
import { staffCall } from './staff-call.ts'
import { $staff } from './staff-session.ts'

const reply = z.object({ done: z.boolean() })
const declared = { method: 'POST', access: 'staff', roles: ['owner'], secondFactor: 'recent', summary: '' } as const
const refund = endpoint({
  ...declared,
  path: '/staff/refund',
  creates: true,
  body: z.object({ paise: z.int() }),
  reply,
})
const other = endpoint({ ...declared, path: '/staff/other', reply })

const NOW = Date.parse('2026-11-27T10:00:00Z')
let requests: Request[]
let isRecent: boolean
let left: string[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  requests = []
  left = []
  isRecent = false
  answer = () =>
    isRecent
      ? Response.json({ done: true })
      : Response.json({ message: 'A recent second factor is needed', code: 'second_factor' }, { status: 403 })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('location', { pathname: '/staff/money', search: '?tab=gst', assign: (to: string) => left.push(to) })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(`http://localhost${path}`, init))
    return answer()
  })
  $staff.set({ id: 1, name: 'Divya', phone: '+919000000201', roles: ['owner'], csrf: 'csrf' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Waits for the dialog, and ends it. */
async function answerDialog(isConfirmed: boolean): Promise<void> {
  await vi.waitFor(() => expect($confirming.get()).toBeDefined())
  isRecent = isConfirmed
  $confirming.get()!(isConfirmed)
}

describe('a call that needs a recent second factor', () => {
  it('asks for it and is sent again as it was', async () => {
    const call = staffCall(refund, { body: { paise: 100 } })
    await answerDialog(true)
    expect(await call).toEqual({ done: true })
    const sent = await Promise.all(
      requests.map(async (request) => [request.headers.get('idempotency-key'), await request.text()]),
    )
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
    expect($confirming.get()).toBeUndefined()
  })

  it('fails as the server said when the dialog is cancelled, and asks again the next time', async () => {
    const call = staffCall(refund, { body: { paise: 100 } })
    const failed = expect(call).rejects.toMatchObject({ status: 403, code: 'second_factor' })
    await answerDialog(false)
    await failed
    expect(requests).toHaveLength(1)
    const again = staffCall(refund, { body: { paise: 100 } })
    await answerDialog(true)
    expect(await again).toEqual({ done: true })
  })

  it('shares its dialog with calls at the same time', async () => {
    const calls = [staffCall(refund, { body: { paise: 100 } }), staffCall(other)]
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    await answerDialog(true)
    expect(await Promise.all(calls)).toEqual([{ done: true }, { done: true }])
    expect(requests).toHaveLength(4)
  })

  it('fails as the server said where the dialog did not load', async () => {
    vi.stubGlobal('document', { documentElement: { dataset: { lost: '' } } })
    await expect(staffCall(refund, { body: { paise: 100 } })).rejects.toMatchObject({ code: 'second_factor' })
    expect([requests.length, $confirming.get()]).toEqual([1, undefined])
  })

  it('fails as well where it turns out later that the dialog did not load', async () => {
    const listeners = new Map<string, () => void>()
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener))
    vi.resetModules()
    const { $confirming: asked, askForFactor } = await import('./recent-factor.ts')
    const answered = askForFactor()
    listeners.get('astro:hydration-error')!()
    expect(asked.get()).toBeDefined()
    vi.stubGlobal('document', { documentElement: { dataset: { lost: '' } } })
    const stop = asked.listen(() => {})
    listeners.get('astro:hydration-error')!()
    expect(asked.get()).toBeDefined()
    stop()
    listeners.get('astro:hydration-error')!()
    expect(await answered).toBe(false)
    expect(asked.get()).toBeUndefined()
  })

  it('keeps its name when the network fails after the dialog', async () => {
    const call = staffCall(refund, { body: { paise: 100 } })
    const failed = expect(call).rejects.toThrow('cannot be reached')
    await vi.waitFor(() => expect($confirming.get()).toBeDefined())
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    $confirming.get()!(true)
    await failed
    answer = () => Response.json({ done: true })
    await staffCall(refund, { body: { paise: 100 } })
    const keys = requests.map((request) => request.headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  })

  it('asks nobody in the background', async () => {
    await expect(inBackground(() => staffCall(other))).rejects.toMatchObject({ code: 'second_factor' })
    expect($confirming.get()).toBeUndefined()
  })

  it('is another one once it was answered', async () => {
    isRecent = true
    for (const paise of [100, 100]) await staffCall(refund, { body: { paise } })
    const keys = requests.map((request) => request.headers.get('idempotency-key'))
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('a call that is given its name', () => {
  const keys = () => requests.map((request) => request.headers.get('idempotency-key'))

  it('has the name of its draft, also after the second factor and in another session', async () => {
    const sending = staffCall(refund, { body: { paise: 100 }, nameRequest: () => 'name-of-the-draft' })
    await answerDialog(true)
    await sending
    vi.stubGlobal('sessionStorage', memoryStorage())
    await staffCall(refund, { body: { paise: 200 }, nameRequest: () => 'name-of-the-draft' })
    expect(keys()).toEqual(Array(3).fill('name-of-the-draft'))
  })

  it('is offered the name that it has otherwise', async () => {
    isRecent = true
    const offered: string[] = []
    await staffCall(refund, { body: { paise: 100 }, nameRequest: (name) => (offered.push(name), name) })
    expect(keys()).toEqual(offered)
    expect(sessionStorage.getItem('unanswered-requests')).toBe('')
  })

  it('leaves no other name behind', async () => {
    answer = () => new Response('', { status: 502 })
    await staffCall(refund, { body: { paise: 100 }, nameRequest: () => 'name-of-the-draft' }).catch(() => {})
    expect(sessionStorage.getItem('unanswered-requests')).toBe('')
  })

  it('needs none where nothing is created', async () => {
    isRecent = true
    await staffCall(other, { nameRequest: () => expect.unreachable() })
    expect(keys()).toEqual([null])
  })
})

describe('the end of a session', () => {
  it('is put off by a call of a person, from when it was sent', async () => {
    isRecent = true
    await staffCall(other)
    expect(readSessionEnds()).toEqual({ idle: NOW + 30 * 60 * SECOND - 10 * SECOND })
    vi.setSystemTime(NOW + SECOND)
    await staffCall(other)
    expect(readSessionEnds().idle).toBe(NOW + 30 * 60 * SECOND - 9 * SECOND)
  })

  it('is not put off in the background, nor by what the server did not answer', async () => {
    isRecent = true
    await inBackground(() => staffCall(other))
    expect(requests[0]!.headers.get('x-background')).toBe('1')
    answer = () => new Response('', { status: 502 })
    await staffCall(other).catch(() => {})
    expect(readSessionEnds()).toEqual({})
  })

  it('leaves for the log-in, which leads back, and forgets who was logged in', async () => {
    answer = () => Response.json({ message: 'Please log in' }, { status: 401 })
    await expect(staffCall(other)).rejects.toMatchObject({ status: 401 })
    expect([left, $staff.get()]).toEqual([['/staff/login?from=%2Fstaff%2Fmoney%3Ftab%3Dgst&ended'], undefined])
    expect(readSessionEnds()).toEqual({})
  })

  it.each([
    [401, undefined],
    [403, 'not_from_here'],
  ])('loads the page again, and keeps a log-in of another tab that replaced the session: %i', async (status, code) => {
    const replaced = { id: 2, name: 'Rahul', phone: '+919000000202', roles: ['support' as const], csrf: 'new' }
    answer = () => {
      $staff.set(replaced)
      return Response.json({ message: 'Please log in', code }, { status })
    }
    await expect(staffCall(other)).rejects.toMatchObject({ status })
    expect([left, $staff.get()]).toEqual([['/staff/money?tab=gst'], replaced])
  })
})
