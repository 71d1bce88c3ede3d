import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $session } from '#lib/browser/session/session.ts'
import { checkPush, pushState, startPush, stopPush } from './push.browser.ts'

afterEach(() => vi.unstubAllGlobals())

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Mobile/15E148 Safari/604.1`
const iPad = `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webKit} CriOS/140.0 Mobile/15E148 Safari/604.1`
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`
const touchLaptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/115.0'

it.each([
  ['an iPhone', iPhone, 5, 'needs-home-screen'],
  ['an iPad', iPad, 5, 'needs-home-screen'],
  ['Safari of an iPad that asks for desktop pages', `${mac} Version/18.0 Safari/605.1.15`, 5, 'needs-home-screen'],
  ['Firefox of such an iPad', `${mac} FxiOS/140.0 Safari/605.1.15`, 5, 'needs-home-screen'],
  ['a Mac', `${mac} Version/15.6 Safari/605.1.15`, 0, 'unsupported'],
  ['a laptop with a touch screen', touchLaptop, 10, 'unsupported'],
])('without push %s is told what to do about it', async (_, userAgent, maxTouchPoints, state) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, serviceWorker: {} })
  expect(await pushState('key')).toBe(state)
})

describe('a browser with push', () => {
  const [OLD_KEY, KEY] = ['AAAA', 'BBBB']
  /** Calls of the API: path, and body of a POST. */
  let calls: [string, unknown][]
  let subscribed: boolean
  let current: { key: string; name: number } | undefined
  let made: number
  let reachable: boolean

  const bytes = (key: string) => Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
  const subscription = () =>
    current && {
      endpoint: `https://push.example.org/${current.name}`,
      options: { applicationServerKey: bytes(current.key).buffer },
      toJSON: () => ({ endpoint: `https://push.example.org/${current!.name}`, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => void (current = undefined),
    }

  beforeEach(() => {
    ;[calls, subscribed, current, made, reachable] = [[], true, { key: KEY, name: 0 }, 0, true]
    const stored = new Map<string, string>()
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
    const pushManager = {
      getSubscription: async () => subscription() ?? null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        made += 1
        current = { key: btoa(String.fromCharCode(...applicationServerKey)), name: made }
        return subscription()
      },
    }
    const worker = { pushManager, update: async () => {}, active: {} }
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker, register: async () => worker } })
    vi.stubGlobal('document', { documentElement: { dataset: {} } })
    vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
      if (!reachable) throw new TypeError('offline')
      calls.push([url.replace(/^.*notifications/, ''), body ? JSON.parse(body as string) : undefined])
      return Response.json({ status: true, data: { public_key: KEY, kinds: {}, subscribed } })
    })
    $session.set({ id: 7, token: 'token' })
  })
  afterEach(() => $session.set(undefined))

  const told = (name: number) => [
    '/push/subscribe',
    { endpoint: `https://push.example.org/${name}`, keys: { p256dh: 'p', auth: 'a' } },
  ]

  it('tells the server once more on a visit, which may have lost it', async () => {
    await checkPush()
    expect(calls).toEqual([['/push', undefined], told(0)])
    expect(made).toBe(0)
  })

  it('subscribes again on a visit when the key of the server is another', async () => {
    current!.key = OLD_KEY
    await checkPush()
    expect(current).toEqual({ key: KEY, name: 1 })
    expect(calls.at(-1)).toEqual(told(1))
  })

  it('subscribes again when its subscription was lost, also after the server has dropped it', async () => {
    await startPush(KEY)
    current = undefined
    subscribed = false
    await checkPush()
    expect(calls.at(-1)).toEqual(told(1))
  })

  it('tries again on the next visit when the network fails first', async () => {
    current!.key = OLD_KEY
    await startPush(KEY)
    current = undefined
    reachable = false
    await expect(checkPush()).rejects.toThrow()
    reachable = true
    await checkPush()
    expect(calls.at(-1)).toEqual(told(made))
    expect(current).toMatchObject({ key: KEY })
  })

  it('shows in the settings that it is on after another key or a lost subscription', async () => {
    current!.key = OLD_KEY
    expect(await pushState(KEY)).toBe('on')
    expect(current).toMatchObject({ key: KEY })
    current = undefined
    expect(await pushState(KEY)).toBe('on')
  })

  it('stays off once it was switched off, for another learner, and without permission', async () => {
    await startPush(KEY)
    await stopPush()
    calls = []
    await checkPush()
    expect(await pushState(KEY)).toBe('off')
    await startPush(KEY)
    current = undefined
    calls = []
    $session.set({ id: 8, token: 'of another' })
    await checkPush()
    // One that is left of somebody whose log-in has ended here.
    current = { key: KEY, name: 0 }
    subscribed = false
    await checkPush()
    expect(calls).toEqual([['/push', undefined]])
    vi.stubGlobal('Notification', { permission: 'default' })
    $session.set({ id: 7, token: 'token' })
    await checkPush()
    expect(calls).toHaveLength(1)
  })
})
