import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { guardScript, loggedOutScript } from './guard.ts'

const learner = JSON.stringify({ token: 't', registration_completed: 'Y' })
const newcomer = JSON.stringify({ token: 't', registration_completed: 'N' })

/** A browser as far as the scripts see it. */
function browser(
  pathname: string,
  search: string,
  local: Record<string, string>,
  session: Record<string, string> = {},
) {
  const storage = (held: Map<string, string>) => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  })
  const [stored, remembered] = [new Map(Object.entries(local)), new Map(Object.entries(session))]
  const style = { display: '' }
  const dataset: Record<string, string> = {}
  const listeners: ((event: { persisted: boolean }) => void)[] = []
  const left: string[] = []
  return {
    stored,
    remembered,
    style,
    dataset,
    left,
    show: (persisted: boolean) => listeners.forEach((listener) => listener({ persisted })),
    globals: {
      localStorage: storage(stored),
      sessionStorage: storage(remembered),
      location: { pathname, search, replace: (to: string) => left.push(to) },
      document: { documentElement: { style, dataset } },
      addEventListener: (_: string, listener: (event: { persisted: boolean }) => void) => listeners.push(listener),
    },
  }
}

describe('the script in the head of protected pages', () => {
  it('leaves a learner alone', () => {
    const page = browser('/dashboard', '', { user: learner, contentSource: 'cc' })
    runInNewContext(guardScript, page.globals)
    expect(page.left).toEqual([])
    expect(page.style.display).toBe('')
    expect(page.stored.size).toBe(2)
  })

  it('forgets that a log-in had ended where there is a new one', () => {
    const page = browser('/dashboard', '', { user: learner }, { loginEnded: '1', drafts: 'x' })
    runInNewContext(guardScript, page.globals)
    expect([...page.remembered]).toEqual([['drafts', 'x']])
  })

  it.each([undefined, newcomer])('hides the page, clears local storage, remembers the page and leaves', (user) => {
    const page = browser('/my-courses', '?page=2', { ...(user && { user }), contentSource: 'cc' })
    runInNewContext(guardScript, page.globals)
    expect(page.left).toEqual(['/login'])
    expect(page.style.display).toBe('none')
    expect(page.stored.size).toBe(0)
    expect([...page.remembered]).toEqual([['loginOrigin', '/my-courses?page=2']])
  })

  it('on purchase pages saves the redirect, forgets an older origin and leaves for /auth', () => {
    const page = browser('/buycourse/7', '?a=1', { contentSource: 'cc' }, { loginOrigin: '/support' })
    runInNewContext(guardScript, page.globals)
    expect(page.left).toEqual(['/auth'])
    expect([...page.stored]).toEqual([['redirectAfterLogin', '/buycourse/7?a=1']])
    expect(page.remembered.size).toBe(0)
  })

  it('decides anew when the page comes back from the back-forward cache', () => {
    const page = browser('/dashboard', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.clear()
    page.show(false)
    expect(page.left).toEqual([])
    page.show(true)
    expect(page.left).toEqual(['/login'])
  })

  it('treats a browser that refuses storage as logged out', () => {
    const { globals, left } = browser('/dashboard', '', {})
    const refused = new Proxy(
      {},
      {
        get: () => {
          throw new Error('denied')
        },
      },
    )
    runInNewContext(guardScript, { ...globals, localStorage: refused, sessionStorage: refused })
    expect(left).toEqual(['/login'])
  })
})

describe('the script in the head of the log-in pages', () => {
  it('sends a learner to the dashboard', () => {
    const page = browser('/login', '', { user: learner })
    runInNewContext(loggedOutScript, page.globals)
    expect(page.left).toEqual(['/dashboard'])
  })

  it.each([{}, { user: newcomer }])(
    'leaves others and what they have stored alone: %j',
    (local: Record<string, string>) => {
      const page = browser('/login', '', { ...local, redirectAfterLogin: '/x' })
      runInNewContext(loggedOutScript, page.globals)
      expect(page.left).toEqual([])
      expect(page.stored.get('redirectAfterLogin')).toBe('/x')
      expect(page.dataset).toEqual({})
    },
  )

  it('lets the page say that a log-in has ended', () => {
    const page = browser('/login', '', { redirectAfterLogin: '/x' }, { loginEnded: '1' })
    runInNewContext(loggedOutScript, page.globals)
    expect(page.dataset).toEqual({ loginEnded: '' })
  })
})
