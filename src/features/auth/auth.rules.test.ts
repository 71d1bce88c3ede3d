import { describe, expect, it } from 'vitest'
import {
  afterLogin,
  afterUnauthorized,
  channelFor,
  countdown,
  guardDecision,
  isEmail,
  phoneError,
  phoneLabel,
  profileErrors,
  safePath,
  typedDigits,
} from './auth.rules.ts'

describe('the phone (document 1, section 5)', () => {
  it('is required', () => {
    expect(phoneError('91', '')).toBe('Please enter a valid phone number')
    expect(phoneError('971', '')).toBe('Please enter a valid phone number')
  })

  it.each(['900000000', '90000000011', '90000x0001'])('has 10 digits in India: not %s', (digits) => {
    expect(phoneError('91', digits)).toBe('Please enter a 10-digit phone number')
  })

  it('may be of any possible length elsewhere; the server knows more', () => {
    expect(phoneError('91', '9000000001')).toBeUndefined()
    expect(phoneError('971', '501234567')).toBeUndefined()
    expect(phoneError('971', '123')).toBe('Please enter a valid phone number')
  })

  it.each([
    ['9000000001', '91', '9000000001'],
    ['90000 00001', '91', '9000000001'],
    ['+91 90000-00001', '91', '9000000001'],
    ['00919000000001', '91', '9000000001'],
    ['09000000001', '91', '9000000001'],
    ['9191919191', '91', '9191919191'],
    ['+971 50 123 4567', '971', '501234567'],
    ['0501234567', '971', '0501234567'],
    ['12345678901234567', '971', '123456789012345'],
    ['abc', '91', ''],
  ])('typed as %s for +%s is %s', (typed, country, digits) => {
    expect(typedDigits(typed, country)).toBe(digits)
  })

  it('gets its code by SMS in India and on WhatsApp elsewhere', () => {
    expect([channelFor('91'), channelFor('971')]).toEqual(['sms', 'whatsapp'])
    expect([phoneLabel('91'), phoneLabel('971')]).toEqual(['Phone', 'WhatsApp'])
  })
})

describe('the profile', () => {
  it('needs a name and an address-shaped email', () => {
    expect(profileErrors(' ', '')).toEqual({ name: 'Name is required', email: 'Email is required' })
    expect(profileErrors('Anu', 'anu')).toEqual({ email: 'Please enter a valid email address' })
    expect(profileErrors(' Anu ', ' anu@example.org ')).toEqual({})
  })

  it.each(['a@b.in', 'anu.k+exam@mail.example.co.in', 'അനു@example.in'])('takes %s as an email', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each(['a@b', '@b.in', 'a@', 'a b@c.in', 'a@b..in', 'a@@b.in', 'a@b.in.', '<a@b.in>', `${'a'.repeat(65)}@b.in`])(
    'does not take %s as an email',
    (email) => {
      expect(isEmail(email)).toBe(false)
    },
  )
})

describe('the countdown', () => {
  it.each([
    [60, '01:00'],
    [59.2, '01:00'],
    [9, '00:09'],
    [0, '00:00'],
    [-3, '00:00'],
    [900, '15:00'],
  ])('%s seconds are %s', (seconds, shown) => {
    expect(countdown(seconds)).toBe(shown)
  })
})

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
    '/..//evil.example',
    '/./\\evil.example',
    '',
  ])('%j is not followed', (address) => {
    expect(safePath(address)).toBeUndefined()
    expect(afterLogin(address, address)).toBe('/dashboard')
  })

  it.each(['/', '/login', '/auth', '/login?x=1', '/auth/'])('%s would only lead back here', (path) => {
    expect(afterLogin(path, null)).toBe('/dashboard')
  })

  it('a path that merely begins like the log-in is followed', () => {
    expect(afterLogin('/login-help', null)).toBe('/login-help')
  })
})

describe('the route guard (document 1, section 2)', () => {
  const stored = (completed: string) => JSON.stringify({ token: 't', registration_completed: completed })

  it('lets a learner with a completed profile stay', () => {
    expect(guardDecision(stored('Y'), '/dashboard', '')).toEqual({ go: 'stay' })
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

describe('a 401', () => {
  it('saves the page and leaves for the log-in', () => {
    expect(afterUnauthorized('/support', '?id=4', false)).toEqual({ leave: true, redirect: '/support?id=4' })
  })

  it('is passed on to purchase pages', () => {
    expect(afterUnauthorized('/buycourse/7', '', false)).toEqual({ leave: false })
  })

  it('on a page open to everyone leaves who came to read there, as a visitor', () => {
    expect(afterUnauthorized('/courses/7', '', true)).toEqual({ leave: false, forget: true })
  })

  it('on the log-in pages saves nothing', () => {
    expect(afterUnauthorized('/login', '', false)).toEqual({ leave: true })
    expect(afterUnauthorized('/auth', '', false)).toEqual({ leave: true })
  })
})
