import { runInNewContext } from 'node:vm'
import { describe, expect, it, test } from 'vitest'
import { afterStaffLogin, staffDecision, staffGuardScript, staffLoggedOutScript } from './staff-guard.ts'

const owner = JSON.stringify({ id: 1, name: 'Sreeja', roles: ['owner', 'mentor'] })
const another = JSON.stringify({ id: 2, name: 'Rahul', roles: ['support'] })

/** A browser as far as the scripts see it. */
function browser(pathname: string, search: string, stored?: string, ends?: object) {
  const held = new Map(stored === undefined ? [] : [['padavu-staff', stored]])
  if (ends) held.set('padavu-staff-ends', JSON.stringify(ends))
  const style = { display: '', visibility: '' }
  const content = ['Asha Menon']
  const clock = { now: 1000 }
  const dataset: Record<string, string> = {}
  const left: string[] = []
  const listeners: { type: string; listener: (event: object) => void }[] = []
  const globals = {
    localStorage: { getItem: (key: string) => held.get(key) ?? null },
    location: { pathname, search, replace: (to: string) => left.push(to), reload: () => left.push('reload') },
    document: {
      documentElement: { style, dataset },
      hidden: false,
      body: { childNodes: content },
      createDocumentFragment: () => ({ append: (...nodes: string[]) => content.splice(0, nodes.length) }),
    },
    Date: { now: () => clock.now },
    setInterval: (listener: (event: object) => void) => listeners.push({ type: 'a second later', listener }),
    URLSearchParams,
    URL,
    addEventListener: (type: string, listener: (event: object) => void) => listeners.push({ type, listener }),
  }
  const happen = (type: string, event: object = {}) => {
    for (const each of listeners) if (each.type === type) each.listener(event)
  }
  return { held, style, dataset, left, globals, happen, content, clock }
}

describe('what a page of the console decides before it paints', () => {
  it('is to stay, with the roles that the menu is for', () => {
    expect(staffDecision(owner, null, 0)).toEqual({ go: 'stay', id: 1, roles: 'owner mentor' })
  })

  it.each([null, 'not json', 'null', '7', '[]', '{}', '{"id":"1","roles":["owner"]}', '{"id":1,"roles":"owner"}'])(
    'is to log in for %s',
    (stored) => {
      expect(staffDecision(stored, null, 0)).toEqual({ go: 'log-in', ended: false })
    },
  )

  it.each([
    [{ idle: 1001 }, 'stay'],
    [{ idle: 1000 }, 'log-in'],
    [{ idle: 2000, session: 1000 }, 'log-in'],
    [{ idle: 2000, session: 2000 }, 'stay'],
    [{ idle: 'never' }, 'stay'],
    [null, 'stay'],
  ])('is to log in when the session has ended: %j', (ends, go) => {
    expect(staffDecision(owner, JSON.stringify(ends), 1000)).toMatchObject(go === 'stay' ? { go } : { go, ended: true })
  })

  it('takes no role that is no word', () => {
    expect(staffDecision('{"id":1,"roles":["owner\\"]","mentor",7]}', null, 0)).toMatchObject({ roles: 'mentor' })
  })
})

test.each([
  ['/staff/tickets?status=open', '/staff/tickets?status=open'],
  ['/staff', '/staff'],
  ['/staff?x=1', '/staff?x=1'],
  ['/staff/login', '/staff'],
  ['/staff/login?from=/staff/team', '/staff'],
  ['/staffing', '/staff'],
  ['/dashboard', '/staff'],
  [undefined, '/staff'],
])('the log-in for %s leads to %s', (page, to) => {
  expect(afterStaffLogin(page, '/staff', '/staff/login')).toBe(to)
})

describe('the script in the head of the console’s pages', () => {
  it('names the roles in the document', () => {
    const page = browser('/staff/learners', '', owner)
    runInNewContext(staffGuardScript, page.globals)
    expect([page.left, page.style.display, page.dataset]).toEqual([[], '', { staffRoles: 'owner mentor' }])
  })

  it('hides the page and leaves for the log-in, which leads back', () => {
    const page = browser('/staff/learners', '?search=anu&page=2')
    runInNewContext(staffGuardScript, page.globals)
    expect(page.left).toEqual(['/staff/login?from=%2Fstaff%2Flearners%3Fsearch%3Danu%26page%3D2'])
    expect([page.style.display, page.dataset]).toEqual(['none', {}])
  })

  it.each([
    ['storage', { key: null }],
    ['storage', { key: 'padavu-staff' }],
    ['visibilitychange', {}],
    ['pageshow', { persisted: true }],
    ['resume', {}],
    ['a second later', {}],
  ])('leaves after a log-out in another tab: %s %j', (type, event) => {
    const page = browser('/staff/learners/7', '', owner)
    runInNewContext(staffGuardScript, page.globals)
    page.held.clear()
    page.happen(type, event)
    expect(page.left).toEqual(['/staff/login?from=%2Fstaff%2Flearners%2F7'])
    expect(page.style.display).toBe('none')
  })

  it.each([another, JSON.stringify({ id: 1, name: 'Sreeja', roles: ['mentor'] })])(
    'loads anew when somebody else logs in in another tab, or with other roles: %s',
    (stored) => {
      const page = browser('/staff', '', owner)
      runInNewContext(staffGuardScript, page.globals)
      page.held.set('padavu-staff', stored)
      page.happen('storage', { key: 'padavu-staff' })
      expect([page.left, page.style.display, page.content]).toEqual([['reload'], 'none', []])
    },
  )

  it('clears the page and leaves when the session ends, and says so', () => {
    const page = browser('/staff/learners/7', '', owner, { idle: 5000 })
    runInNewContext(staffGuardScript, page.globals)
    page.happen('a second later')
    expect([page.left, page.content]).toEqual([[], ['Asha Menon']])
    page.clock.now = 5000
    page.happen('a second later')
    page.happen('visibilitychange')
    expect(page.left).toEqual(['/staff/login?from=%2Fstaff%2Flearners%2F7&ended'])
    expect([page.style.display, page.content]).toEqual(['none', []])
  })

  it('stays when another tab has used the session meanwhile', () => {
    const page = browser('/staff', '', owner, { idle: 5000 })
    runInNewContext(staffGuardScript, page.globals)
    page.held.set('padavu-staff-ends', JSON.stringify({ idle: 9000 }))
    page.clock.now = 5000
    page.happen('a second later')
    expect(page.left).toEqual([])
  })

  it('hides a page that is left until it is shown again to the same person', () => {
    const page = browser('/staff', '', owner)
    runInNewContext(staffGuardScript, page.globals)
    page.happen('pagehide')
    expect(page.style.visibility).toBe('hidden')
    page.happen('pageshow', { persisted: true })
    expect([page.style.visibility, page.left]).toEqual(['', []])
    page.happen('pagehide')
    page.held.clear()
    page.happen('pageshow', { persisted: true })
    expect([page.left.length, page.style.display, page.content]).toEqual([1, 'none', []])
  })

  it('leaves where it is told to, without questions of forms', () => {
    const page = browser('/staff', '', owner)
    runInNewContext(staffGuardScript, page.globals)
    const questions: string[] = []
    const leaving = { stopImmediatePropagation: () => questions.push('none') }
    page.happen('beforeunload', leaving)
    page.happen('padavu-staff-leave', { detail: '/staff/login', preventDefault: () => {} })
    page.happen('beforeunload', leaving)
    expect([page.left, page.content, questions]).toEqual([['/staff/login'], [], ['none']])
  })

  it('stays when another tab stores something else, or the same person has another name', () => {
    const page = browser('/staff', '', owner)
    runInNewContext(staffGuardScript, page.globals)
    page.held.set('padavu-staff', JSON.stringify({ id: 1, name: 'Sreeja V', roles: ['owner', 'mentor'] }))
    page.happen('storage', { key: 'padavu-staff' })
    page.happen('storage', { key: 'user' })
    page.happen('pageshow', { persisted: false })
    expect([page.left, page.style.display]).toEqual([[], ''])
  })

  it('treats a browser that refuses storage as logged out', () => {
    const page = browser('/staff', '')
    const refused = {
      getItem: () => {
        throw new Error('denied')
      },
    }
    runInNewContext(staffGuardScript, { ...page.globals, localStorage: refused })
    expect(page.left).toEqual(['/staff/login?from=%2Fstaff'])
  })
})

describe('the script in the head of the console’s log-in', () => {
  it.each([
    ['?from=%2Fstaff%2Ftickets%3Fpage%3D2', '/staff/tickets?page=2'],
    ['?from=//evil.example/staff', '/staff'],
    ['?from=https://evil.example/staff', '/staff'],
    ['?from=javascript:alert(1)', '/staff'],
    ['', '/staff'],
  ])('leads whoever is logged in on: %s', (search, to) => {
    const page = browser('/staff/login', search, owner)
    runInNewContext(staffLoggedOutScript, page.globals)
    expect(page.left).toEqual([to])
  })

  it('leaves others alone until they have logged in, in another tab perhaps', () => {
    const page = browser('/staff/login', '?from=/staff/team')
    runInNewContext(staffLoggedOutScript, page.globals)
    expect([page.left, page.style.display]).toEqual([[], ''])
    page.held.set('padavu-staff', owner)
    page.happen('storage', { key: 'padavu-staff' })
    expect(page.left).toEqual(['/staff/team'])
  })

  it.each([
    ['storage', { key: 'padavu-staff' }],
    ['storage', { key: 'padavu-staff-ends' }],
    ['pageshow', { persisted: true }],
  ])('stays while it shows recovery codes: %s %j', (type, event) => {
    const page = browser('/staff/login', '')
    runInNewContext(staffLoggedOutScript, page.globals)
    page.dataset.showsCodes = ''
    page.held.set('padavu-staff', owner)
    page.happen(type, event)
    expect([page.left, page.style.display]).toEqual([[], ''])
  })
})
