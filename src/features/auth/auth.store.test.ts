import { describe, expect, it, vi } from 'vitest'
import type { call } from '#lib/browser/call/call.ts'
import type { ApiError } from '#lib/both/calls/errors.ts'
import { logOut, registerOrLogin, type User } from './auth.contract.ts'
import type * as Store from './auth.store.ts'
import { keepLogin, loginOf, registeringOf } from './kept-login.browser.ts'
import type * as LogIn from './log-in.store.ts'

const user: User = {
  id: 1,
  token: 'secret',
  name: 'Anu',
  email: 'anu@example.org',
  country_code: '91',
  phone: '9000000001',
  birthday: null,
  city: null,
  avatar: null,
  activefrom: '2026-03-02T04:30:00.000Z',
  lastLoggedOn: null,
  registration_completed: 'Y',
  marketing_splash_id: null,
}

// Before the imports: the persistent store looks for local storage once, when it is loaded.
const { local, session } = vi.hoisted(() => {
  /** Web Storage: items are properties, as the persistent store expects. */
  const storage = () => {
    const held = Object.create({
      getItem: (key: string) => held[key] ?? null,
      setItem: (key: string, value: string) => void (held[key] = value),
      removeItem: (key: string) => void delete held[key],
      clear: () => Object.keys(held).forEach((key) => delete held[key]),
    }) as Record<string, string>
    return held as unknown as Storage
  }
  const made = { local: storage(), session: storage() }
  vi.stubGlobal('localStorage', made.local)
  vi.stubGlobal('sessionStorage', made.session)
  return made
})

let store: typeof Store & typeof LogIn
let visited: string[]
let requests: { url: string; authorization: string | undefined }[]
let answer: { status: number; body: unknown }

async function open(pathname: string, search = '', stored: Record<string, string> = {}) {
  vi.resetModules()
  visited = []
  requests = []
  answer = { status: 200, body: {} }
  session.clear()
  local.clear()
  Object.assign(local, stored)
  const go = (to: string) => void visited.push(to)
  vi.stubGlobal('location', { pathname, search, hash: '', assign: go, replace: go })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push({ url, authorization: headers.authorization })
    return Response.json(answer.body, { status: answer.status })
  })
  store = { ...(await import('./auth.store.ts')), ...(await import('./log-in.store.ts')) }
  // The module under test has its own copy of the client after the reset.
  return (await import('#lib/browser/call/call.ts')).call as typeof call
}

const unauthorized = { status: 401, body: { message: 'Unauthorized' } }

describe('the stored user', () => {
  it('stands under the key user and gives its token to every call', async () => {
    const send = await open('/dashboard')
    store.signIn(user, null)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
    await send(logOut)
    expect(requests).toEqual([{ url: '/api/v1/user/logout', authorization: 'Bearer secret' }])
  })

  it.each(['{', 'null', '{"id":1}', '[]'])('that cannot be used is nobody: %s', async (stored) => {
    await open('/dashboard', '', { user: stored })
    expect(store.$user.get()).toBeUndefined()
  })

  it('keeps its token when the profile changes', async () => {
    await open('/settings')
    store.signIn(user, null)
    const { token, ...profile } = user
    store.updateProfile({ ...profile, name: 'Anu K' })
    expect(store.$user.get()).toEqual({ ...user, name: 'Anu K', token })
  })

  it('comes with preferences when there are any', async () => {
    await open('/login')
    store.signIn(user, { psc: 'Kerala PSC' })
    expect(localStorage.getItem('user_preference')).toBe('{"psc":"Kerala PSC"}')
  })
})

describe('a 401 (document 1, section 2)', () => {
  it('clears local storage, saves path and query and opens the log-in', async () => {
    const send = await open('/my-courses', '?page=2', { user: JSON.stringify(user), contentSource: 'cc' })
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect({ ...localStorage }).toEqual({ redirectAfterLogin: '/my-courses?page=2' })
    expect(visited).toEqual(['/login'])
    expect(store.$user.get()).toBeUndefined()
    // The log-in pages say it (guard.ts). The tab knows its own page, whatever others save meanwhile.
    expect({ ...sessionStorage }).toEqual({ loginEnded: '1', loginOrigin: '/my-courses?page=2' })
  })

  it('after a log-out in another tab leaves nothing to whoever logs in next', async () => {
    const send = await open('/my-courses', '?page=2', { user: JSON.stringify(user) })
    localStorage.removeItem('user')
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect({ ...localStorage }).toEqual({})
    expect(visited).toEqual(['/login'])
    expect({ ...sessionStorage }).toEqual({ loginEnded: '1', loginOrigin: '/my-courses?page=2' })
  })

  it('during a log-out leads nowhere, and leaves nothing either', async () => {
    const send = await open('/my-courses', '?page=2', { user: JSON.stringify(user) })
    document.documentElement.dataset.loggingOut = ''
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect(Object.keys(localStorage)).toEqual(['user'])
    expect([visited, { ...sessionStorage }]).toEqual([[], {}])
  })

  it('is said no more after the next log-in', async () => {
    await open('/login', '', { redirectAfterLogin: '/my-courses' })
    sessionStorage.setItem('loginEnded', '1')
    store.leaveLogin()
    expect({ ...sessionStorage }).toEqual({})
    expect(visited).toEqual(['/my-courses'])
  })

  it('of a page that asks for a new log-in itself is said there as well', async () => {
    await open('/buycourse/7', '', { user: JSON.stringify(user) })
    store.logInAgain()
    expect({ ...sessionStorage }).toEqual({ loginEnded: '1', loginOrigin: '/buycourse/7' })
    expect({ ...localStorage }).toEqual({ redirectAfterLogin: '/buycourse/7' })
    expect(visited).toEqual(['/auth'])
  })

  it('on purchase pages is only passed on', async () => {
    const send = await open('/buycourse/7', '', { user: JSON.stringify(user) })
    answer = unauthorized
    const error: unknown = await send(logOut).catch((thrown: unknown) => thrown)
    expect((error as ApiError).status).toBe(401)
    expect(visited).toEqual([])
    expect(store.$user.get()).toEqual(user)
  })

  it('on a page open to everyone forgets the log-in and stays', async () => {
    const send = await open('/courses/7', '', { user: JSON.stringify(user) })
    const { dataset } = document.documentElement
    Object.assign(dataset, { open: 'true', signedIn: '' })
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect({ ...localStorage }).toEqual({})
    expect(visited).toEqual([])
    expect(store.$user.get()).toBeUndefined()
    expect(dataset).toEqual({ open: 'true' })
    expect({ ...sessionStorage }).toEqual({})
  })

  it('of a refused log-in step other than 401 changes nothing', async () => {
    const send = await open('/login', '', { redirectAfterLogin: '/support' })
    answer = { status: 422, body: { message: 'no', errors: { mobile: 'no' } } }
    await expect(send(registerOrLogin, { body: { mobile: '1' } })).rejects.toMatchObject({ errors: { mobile: 'no' } })
    expect({ ...localStorage }).toEqual({ redirectAfterLogin: '/support' })
  })
})

describe('an account that has ended', () => {
  it('leaves nothing in local storage, and a 401 of a call under way leads nowhere', async () => {
    const stored = { user: JSON.stringify(user), contentSource: 'cc', 'padavu-writer 5 7': '0 name-of-a-tab' }
    const send = await open('/settings', '', stored)
    sessionStorage.setItem('loginOrigin', '/support')
    store.forgetEndedAccount()
    expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{}, {}])
    // The guard lets the page stand.
    expect(document.documentElement.dataset).toEqual({ farewell: '' })
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect({ ...localStorage }).toEqual({})
    expect(visited).toEqual([])
  })
})

describe('a registration under way', () => {
  const newcomer: User = { ...user, registration_completed: 'N' }
  const login = () => {
    const kept = loginOf(
      { phone: '9', countryCode: '91', userId: 1, userExists: false },
      { iso: 'IN', dial: '91' },
      '/x',
    )
    return registeringOf(kept, { user: newcomer, preferences: null, name: 'Anu', email: '' })
  }

  it('goes on with its own token where another tab has cleared or replaced it', async () => {
    const send = await open('/login')
    store.signInAgain({ user: newcomer, preferences: { psc: 'Kerala PSC' } })
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(newcomer)
    expect(localStorage.getItem('user_preference')).toBe('{"psc":"Kerala PSC"}')
    store.signIn({ ...newcomer, id: 2, token: 'of another phone' }, null)
    store.signInAgain({ user: newcomer, preferences: null })
    await send(logOut)
    expect(requests[0]?.authorization).toBe('Bearer secret')
  })

  it('that is given up ends its session, and leaves nothing but where the next one leads', async () => {
    await open('/login', '', { redirectAfterLogin: '/x' })
    store.signIn(newcomer, { psc: 'Kerala PSC' })
    store.giveUpRegistration({ user: newcomer })
    expect(requests).toEqual([{ url: '/api/v1/user/logout', authorization: 'Bearer secret' }])
    expect(store.$user.get()).toBeUndefined()
    expect({ ...localStorage }).toEqual({ redirectAfterLogin: '/x' })
  })

  it('that is given up leaves whom another tab has stored meanwhile', async () => {
    await open('/login')
    const other = { ...newcomer, id: 2, token: 'of another phone' }
    store.signIn(other, null)
    store.giveUpRegistration({ user: newcomer })
    expect(requests).toMatchObject([{ authorization: 'Bearer secret' }])
    expect(store.$user.get()).toEqual(other)
  })

  it('leads to the purchase that waited for it, and is forgotten with the log-in', async () => {
    await open('/auth')
    keepLogin(login())
    store.leaveLogin()
    expect(visited).toEqual(['/x'])
    expect({ ...sessionStorage }).toEqual({})
  })

  it('is forgotten when its token is refused', async () => {
    const send = await open('/login')
    keepLogin(login())
    answer = unauthorized
    await expect(send(logOut)).rejects.toMatchObject({ status: 401 })
    expect({ ...sessionStorage }).toEqual({ loginEnded: '1' })
  })

  it('gives way to whoever logs in in another tab', async () => {
    await open('/login')
    const listeners: Record<string, () => void> = {}
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void (listeners[type] = listener))
    Object.assign(document, { hidden: false, addEventListener: () => {} })
    const left = vi.fn()
    store.onLoginElsewhere(left)
    localStorage.setItem('user', JSON.stringify(newcomer))
    listeners.storage?.()
    expect(left).not.toHaveBeenCalled()
    localStorage.setItem('user', JSON.stringify(user))
    listeners.storage?.()
    expect(left).toHaveBeenCalledOnce()
  })
})

describe('after log-in', () => {
  it('opens the remembered origin, and remembers it no more', async () => {
    await open('/login', '', { redirectAfterLogin: '/buycourse/7' })
    sessionStorage.setItem('loginOrigin', '/my-courses?page=2')
    store.leaveLogin()
    expect(visited).toEqual(['/my-courses?page=2'])
    expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{}, {}])
  })

  it('elsewhere opens the same page, however many changes of the storage tell of it', async () => {
    await open('/login', '', { user: JSON.stringify(user) })
    const listeners: Record<string, () => void> = {}
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void (listeners[type] = listener))
    Object.assign(document, { hidden: false, addEventListener: () => {} })
    sessionStorage.setItem('loginOrigin', '/my-courses?page=2')
    store.onLoginElsewhere(store.leaveLogin)
    listeners.storage?.()
    listeners.storage?.()
    expect(new Set(visited)).toEqual(new Set(['/my-courses?page=2']))
  })

  it('in another tab, which has taken the saved redirect, goes on with the purchase of this one', async () => {
    await open('/buycourse/7', '', { user: JSON.stringify(user) })
    store.logInAgain()
    localStorage.removeItem('redirectAfterLogin')
    store.leaveLogin()
    expect(visited).toEqual(['/auth', '/buycourse/7'])
  })

  it('never leaves the site', async () => {
    await open('/login', '', { redirectAfterLogin: 'https://evil.example' })
    sessionStorage.setItem('loginOrigin', '//evil.example')
    store.leaveLogin()
    expect(visited).toEqual(['/dashboard'])
  })
})
