import { describe, expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { deviceOf, formErrors, type ProfileForm } from './profile.rules.ts'

describe("what is wrong with 'My Details'", () => {
  const now = indianTime(2026, 11, 21)
  const good = { name: 'Asha Menon', email: 'asha@example.org', birthday: '2001-02-03', city: 'Kollam' }
  const errors = (given: Partial<ProfileForm>) => formErrors({ ...good, ...given }, now)

  it('is nothing where name and address are there and right; birthday and city may be missing', () => {
    expect(Object.keys(errors({}))).toEqual([])
    expect(errors({ birthday: '', city: '', email: ' asha@example.org ' })).toEqual({})
  })

  it('is a name or an address that is missing, blanks being none', () => {
    expect(errors({ name: ' ', email: ' ' })).toEqual({ name: 'Name is required', email: 'Email is required' })
  })

  it('is an address that is none', () => {
    expect(errors({ email: 'asha@' })).toEqual({ email: 'Please enter a valid email address' })
  })

  it('is a birthday that cannot be', () => {
    expect(errors({ birthday: '2027-01-01' })).toEqual({ birthday: expect.any(String) })
  })

  it('is a name of more than 100 characters or a city of more than 60, without the blanks around them', () => {
    expect(errors({ name: ` ${'n'.repeat(100)} `, city: ` ${'c'.repeat(60)} ` })).toEqual({})
    expect(errors({ name: 'n'.repeat(101), city: 'c'.repeat(61) })).toEqual({
      name: 'At most 100 characters',
      city: 'At most 60 characters',
    })
  })
})

describe('a device in plain words', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  it.each([
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome on Android', true],
    [`Mozilla/5.0 (Linux; Android 14; SM-X200) ${chrome} Safari/537.36`, 'Chrome on Android', false],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-A1) ${chrome.replace('Chrome', 'SamsungBrowser/27.0 Chrome')} Mobile Safari/537.36`,
      'Samsung Internet on Android',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
      true,
    ],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari on Mac', false],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on ChromeOS', false],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows', false],
    [`Mozilla/5.0 (Linux; U; Android 13; en-US) ${chrome} UCBrowser/13.4 Mobile`, 'UC Browser on Android', true],
    [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Mobile/15E148`, 'Chrome on iPad', false],
    ['Mozilla/5.0 (X11; Linux x86_64) Konqueror/5.0', 'Linux', false],
    ['Mozilla/5.0 (Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', false],
    ['curl/8.5.0', 'Unknown device', false],
    ['', 'Unknown device', false],
  ])('%s', (userAgent, name, phoneSized) => {
    expect(deviceOf(userAgent)).toEqual({ name, phoneSized })
  })
})
