import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { storageOver } from '../../../tests/support/sitting/fake-storage.ts'
import { guardScript, loggedOutScript } from './guard.ts'

const learner = JSON.stringify({ id: 1, token: 't', registration_completed: 'Y' })
const another = JSON.stringify({ id: 2, token: 'u', registration_completed: 'Y' })
const newcomer = JSON.stringify({ token: 't', registration_completed: 'N' })

/** A browser as far as the scripts see it. @param query of the address, with its fragment */
function browser(pathname: string, query: string, local: Record<string, string>, session: Record<string, string> = {}) {
  const [stored, remembered] = [new Map(Object.entries(local)), new Map(Object.entries(session))]
  const { search, hash } = new URL(query, 'http://localhost')
  const style = { display: '' }
  const dataset: Record<string, string> = {}
  const listeners: { type: string; listener: (event: object) => void }[] = []
  const left: string[] = []
  const tasks: (() => void)[] = []
  /** What happens, with what a script puts off until it has happened. */
  const happen = (type: string, event: object = {}) => {
    for (const each of listeners) if (each.type === type) each.listener(event)
    for (const task of tasks.splice(0)) task()
  }
  return {
    stored,
    remembered,
    style,
    dataset,
    left,
    happen,
    show: (persisted: boolean) => happen('pageshow', { persisted }),
    globals: {
      localStorage: storageOver(stored),
      sessionStorage: storageOver(remembered),
      location: { pathname, search, hash, replace: (to: string) => left.push(to), reload: () => left.push('reload') },
      document: { documentElement: { style, dataset }, hidden: false },
      URLSearchParams,
      URL,
      addEventListener: (type: string, listener: (event: object) => void) => listeners.push({ type, listener }),
      setTimeout: (task: () => void) => tasks.push(task),
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

  it.each([undefined, newcomer, 'not json'])(
    'hides the page, clears local storage, remembers the page and leaves',
    (user) => {
      const page = browser('/my-courses', '?page=2#list', { ...(user && { user }), contentSource: 'cc' })
      runInNewContext(guardScript, page.globals)
      expect(page.left).toEqual(['/login'])
      expect(page.style.display).toBe('none')
      expect(page.stored.size).toBe(0)
      expect([...page.remembered]).toEqual([['loginOrigin', '/my-courses?page=2#list']])
    },
  )

  it('keeps second journals of exam answers, and all of the staff console', () => {
    const kept = {
      'padavu-journal 5 70': '{}',
      'padavu-staff': '{"id":1}',
      'padavu-staff-ends': '{}',
      'padavu-staff-draft:1:ticket:7': '1 "Dear Asha"',
    }
    const page = browser('/dashboard', '', { ...kept, contentSource: 'cc', 'not padavu-staff': 'x' })
    runInNewContext(guardScript, page.globals)
    expect(Object.fromEntries(page.stored)).toEqual(kept)
  })

  it('on purchase pages saves the redirect, remembers it in place of an older origin and leaves for /auth', () => {
    const page = browser('/buycourse/7', '?a=1', { contentSource: 'cc' }, { loginOrigin: '/support' })
    runInNewContext(guardScript, page.globals)
    expect(page.left).toEqual(['/auth'])
    expect([...page.stored]).toEqual([['redirectAfterLogin', '/buycourse/7?a=1']])
    expect([...page.remembered]).toEqual([['loginOrigin', '/buycourse/7?a=1']])
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

  it('loads anew when it comes back from the back-forward cache and somebody else is logged in', () => {
    const page = browser('/dashboard', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.set('user', another)
    page.show(true)
    expect(page.left).toEqual(['reload'])
    expect(page.style.display).toBe('none')
  })

  it.each([
    ['is logged out', 'storage', { key: null }],
    ['is forgotten', 'storage', { key: 'user' }],
    ['was logged out while this tab slept', 'resume', {}],
    ['was logged out while this tab was out of sight', 'visibilitychange', {}],
  ])('hides the page and leaves as soon as the learner %s in another tab', (_, type, event) => {
    const page = browser('/my-courses', '?page=2', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.clear()
    // The other tab's, after a 401.
    page.stored.set('redirectAfterLogin', '/support')
    page.happen(type, event)
    page.happen('visibilitychange')
    expect(page.left).toEqual(['/login'])
    expect(page.style.display).toBe('none')
    expect([...page.stored]).toEqual([['redirectAfterLogin', '/support']])
    expect([...page.remembered]).toEqual([
      ['loginEnded', '1'],
      ['loginOrigin', '/my-courses?page=2'],
    ])
  })

  it('leaves a purchase for its own log-in when the learner is logged out in another tab', () => {
    const page = browser('/buycourse/7', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.clear()
    page.happen('storage', { key: null })
    expect(page.left).toEqual(['/auth'])
    expect([...page.stored]).toEqual([['redirectAfterLogin', '/buycourse/7']])
  })

  it('hides the page and loads it anew when somebody else logs in in another tab', () => {
    const page = browser('/dashboard', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.set('user', another)
    page.happen('storage', { key: 'user' })
    expect(page.style.display).toBe('none')
    expect(page.left).toEqual(['reload'])
  })

  it('stays when other tabs change something else, or the same learner has a new token or name', () => {
    const page = browser('/dashboard', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.stored.set('user', JSON.stringify({ id: 1, token: 'new', name: 'Anu K', registration_completed: 'Y' }))
    page.happen('storage', { key: 'user' })
    page.happen('storage', { key: 'contentSource' })
    page.happen('visibilitychange')
    expect(page.left).toEqual([])
    expect(page.style.display).toBe('')
  })

  it('lets the page stand that says goodbye to whose account has ended', () => {
    const page = browser('/settings', '', { user: learner })
    runInNewContext(guardScript, page.globals)
    page.dataset.farewell = ''
    page.stored.clear()
    page.happen('visibilitychange')
    expect(page.left).toEqual([])
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

  it.each([
    ['?from=/webinars/3', '/webinars/3'],
    ['?from=//evil.example/', '/dashboard'],
    ['?from=https://evil.example/', '/dashboard'],
    ['?from=javascript:alert(1)', '/dashboard'],
    ['?from=%2Fnews%2F3%3Fref%3Dmail%26x%3D1%23read', '/news/3?ref=mail&x=1#read'],
    ['?from=%2f%2fevil.example', '/dashboard'],
    ['?from=%2f%5cevil.example', '/dashboard'],
    ['?from=%252f%252fevil.example', '/dashboard'],
    ['?from=/login%3Ffrom=/news', '/dashboard'],
    ['?from=/staff/learners', '/dashboard'],
  ])('sends a learner who comes from a page back there: %s', (search, page) => {
    const { globals, left } = browser('/login', search, { user: learner })
    runInNewContext(loggedOutScript, globals)
    expect(left).toEqual([page])
  })

  it.each(['?from=//evil.example/', '?from=/staff', '?from=/auth'])('remembers no page elsewhere: %s', (search) => {
    const page = browser('/login', search, {})
    runInNewContext(loggedOutScript, page.globals)
    expect(page.remembered.has('loginOrigin')).toBe(false)
  })

  it('remembers the page that the address names', () => {
    const page = browser('/login', '?from=/webinars/3', {}, { loginOrigin: '/courses' })
    runInNewContext(loggedOutScript, page.globals)
    expect(page.remembered.get('loginOrigin')).toBe('/webinars/3')
    expect(page.left).toEqual([])
  })

  it('lets the page say that a log-in has ended', () => {
    const page = browser('/login', '', { redirectAfterLogin: '/x' }, { loginEnded: '1' })
    runInNewContext(loggedOutScript, page.globals)
    expect(page.dataset).toEqual({ loginEnded: '' })
  })

  it('hides the first step while a log-in under way takes its place', () => {
    const page = browser('/login', '', {}, { loginUnderWay: '{}' })
    runInNewContext(loggedOutScript, page.globals)
    expect(page.dataset).toEqual({ loginResumes: '' })
  })

  it('leaves a form that stands already as it is when the page comes back from the back-forward cache', () => {
    const page = browser('/login', '', {})
    runInNewContext(loggedOutScript, page.globals)
    page.remembered.set('loginUnderWay', '{}')
    page.show(true)
    expect(page.dataset).toEqual({})
  })

  it.each([
    [{ redirectAfterLogin: '/exam/12/start' }, {}],
    [{}, { loginOrigin: '/exam/12/start?course=3' }],
  ])('lets it say that the answers of an exam are kept: %j %j', (local, session) => {
    const held = { loginEnded: '1', keptExam: '/exam/12/start', ...session }
    const page = browser('/login', '', local as Record<string, string>, held)
    runInNewContext(loggedOutScript, page.globals)
    expect(page.dataset).toEqual({ loginEnded: 'exam' })
  })

  it.each([{}, { keptExam: '/exam/1/start' }])(
    'says nothing of answers after an exam of which none are known to be kept: %j',
    (session: Record<string, string>) => {
      const page = browser('/login', '', {}, { loginEnded: '1', loginOrigin: '/exam/12/start', ...session })
      runInNewContext(loggedOutScript, page.globals)
      expect(page.dataset).toEqual({ loginEnded: '' })
    },
  )
})
