import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from './auth.contract.ts'
import { KEPT_LOGIN_KEY } from '#lib/browser/session/session-keys.ts'
import { forgetLogin, keepLogin, keptLogin, loginOf, registeringOf } from './kept-login.browser.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const india = { iso: 'IN', dial: '91' }
const sent = { phone: '9847000000', countryCode: '91', userId: 7, userExists: true }
const user = { id: 7, token: 'secret', registration_completed: 'N' } as User

let held: Map<string, string>
beforeEach(() => {
  held = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a log-in under way', () => {
  it('is there after a reload, with the moment from which another code may be asked for', () => {
    keepLogin(loginOf(sent, india, '/buycourse/7', NOW))
    expect(keptLogin(NOW + 20_000)).toMatchObject({
      sent,
      country: india,
      againAt: NOW + MINUTE,
      redirect: '/buycourse/7',
    })
  })

  it('lasts as long as its code works, which is ten minutes or what the server said', () => {
    keepLogin(loginOf(sent, india, undefined, NOW))
    expect(keptLogin(NOW + 10 * MINUTE - 1)).toBeDefined()
    expect(keptLogin(NOW + 10 * MINUTE)).toBeUndefined()
    expect(held.size).toBe(0)
    keepLogin(loginOf({ ...sent, long: { sent: true, until: NOW + 60 * MINUTE } }, india, undefined, NOW))
    expect(keptLogin(NOW + 59 * MINUTE)).toBeDefined()
    expect(keptLogin(NOW + 60 * MINUTE)).toBeUndefined()
  })

  it('keeps what was typed into the profile for half an hour after the last key', () => {
    const login = registeringOf(
      loginOf(sent, india, undefined, NOW),
      { user, preferences: null, name: 'Meera', email: 'meera@' },
      NOW + 9 * MINUTE,
    )
    keepLogin(login)
    expect(keptLogin(NOW + 38 * MINUTE)?.registering).toMatchObject({ name: 'Meera', email: 'meera@', user })
    expect(keptLogin(NOW + 39 * MINUTE)).toBeUndefined()
  })

  it('is forgotten when it is over', () => {
    keepLogin(loginOf(sent, india, undefined, NOW))
    forgetLogin()
    expect(held.size).toBe(0)
  })

  it('does not last longer where the clock of the device was set back', () => {
    keepLogin(loginOf(sent, india, undefined, NOW))
    expect(keptLogin(NOW - MINUTE)).toBeUndefined()
  })

  it.each(['{', 'null', '[]', '{"sent":{}}', '{"country":{},"sent":{"phone":1},"at":0,"until":1e15,"againAt":0}'])(
    'is none where storage holds something else: %s',
    (stored) => {
      held.set(KEPT_LOGIN_KEY, stored)
      expect(keptLogin(NOW)).toBeUndefined()
      expect(held.size).toBe(0)
    },
  )

  it('needs no storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    keepLogin(loginOf(sent, india, undefined, NOW))
    forgetLogin()
    expect(keptLogin(NOW)).toBeUndefined()
  })
})
