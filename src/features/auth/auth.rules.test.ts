import { describe, expect, it } from 'vitest'
import { afterLogin, guardDecision, isReturnPage, safePath } from './auth.rules.ts'

describe('after log-in', () => {
  it('the remembered origin comes before the saved redirect, and the dashboard last', () => {
    expect(afterLogin('/my-courses?page=2', '/buycourse/3')).toBe('/my-courses?page=2')
    expect(afterLogin(null, '/buycourse/3?from=mail')).toBe('/buycourse/3?from=mail')
    expect(afterLogin(null, null)).toBe('/dashboard')
  })

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    'evil.example/x',
    '/a b',
    '/..//evil.example',
    '/./\\evil.example',
    '%2f%2fevil.example',
    '%2F%5Cevil.example',
    '',
  ])('%j is not followed', (address) => {
    expect(safePath(address)).toBeUndefined()
    expect(afterLogin(address, address)).toBe('/dashboard')
  })

  it.each(['/', '/login', '/auth', '/login?x=1', '/auth/', '/#top', '/login#top'])(
    '%s would only lead back here',
    (path) => {
      expect(afterLogin(path, null)).toBe('/dashboard')
    },
  )

  it.each(['/staff', '/staff/learners/1?tab=log', '/staff?x', '/api/v1/user/profile', '/files/a.pdf', '/media/a.webp'])(
    '%s is no page for learners',
    (path) => {
      expect(isReturnPage(path)).toBe(false)
      expect(afterLogin(path, '/courses')).toBe('/courses')
    },
  )

  it.each(['/%2f%2fevil.example', '/%5cevil.example', '/staffing', '/filesystems?q=a#b'])(
    '%s is a page of this site',
    (path) => {
      expect(afterLogin(path, null)).toBe(path)
    },
  )

  it('a path that merely begins like the log-in is followed', () => {
    expect(afterLogin('/login-help', null)).toBe('/login-help')
    expect(afterLogin('/courses/login', null)).toBe('/courses/login')
    expect(afterLogin('/courses?next=/auth', null)).toBe('/courses?next=/auth')
    expect(afterLogin('/courses#top', null)).toBe('/courses#top')
  })
})

describe('the route guard (document 1, section 2)', () => {
  const stored = (completed: string) => JSON.stringify({ token: 't', registration_completed: completed })

  it('lets a learner with a completed profile stay', () => {
    expect(guardDecision(stored('Y'), '/dashboard', '')).toEqual({ go: 'stay' })
    expect(guardDecision('{"token":"t"}', '/dashboard', '')).toEqual({ go: 'stay' })
  })

  it.each([null, '', 'null', '{', '{}', '"x"', '{"token":5}', stored('N')])(
    'sends whoever has %s stored to the log-in, remembering the page',
    (user) => {
      expect(guardDecision(user, '/my-courses', '?page=2')).toEqual({ go: '/login', origin: '/my-courses?page=2' })
    },
  )

  it('sends visitors of purchase pages to /auth with the page as the redirect', () => {
    expect(guardDecision(null, '/buycourse/7', '?a=1')).toEqual({ go: '/auth', redirect: '/buycourse/7?a=1' })
  })
})
