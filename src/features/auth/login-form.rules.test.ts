import { describe, expect, it } from 'vitest'
import {
  blockedText,
  channelFor,
  countdown,
  isEmail,
  messages,
  phoneError,
  phoneLabel,
  profileErrors,
  WRONG_CODE,
} from './login-form.rules.ts'

describe('the phone (document 1, section 5)', () => {
  it('is required', () => {
    expect(phoneError('91', '')).toBe('Please enter a valid phone number')
    expect(phoneError('971', '')).toBe('Please enter a valid phone number')
  })

  it.each(['900000000', '90000000011', '90000x0001'])('has 10 digits in India: not %s', (digits) => {
    expect(phoneError('91', digits)).toBe('Please enter a 10-digit phone number')
  })

  it('is of the chosen country', () => {
    for (const [country, digits] of [
      ['91', '+6591234567'],
      ['971', '+919847012345'],
    ] as const)
      expect(phoneError(country, digits)).toBe('This number has another country code. Please choose its country first')
  })

  it('may be of any possible length elsewhere; the server knows more', () => {
    expect(phoneError('91', '9000000001')).toBeUndefined()
    expect(phoneError('971', '501234567')).toBeUndefined()
    expect(phoneError('971', '123')).toBe('Please enter a valid phone number')
    expect(phoneError('971', '1'.repeat(15))).toBeUndefined()
    expect(phoneError('971', '1'.repeat(16))).toBe('Please enter a valid phone number')
    expect(phoneError('971', 'x1234')).toBe('Please enter a valid phone number')
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

  it.each(['a@b.in', `a@${'b'.repeat(249)}.in`, 'anu.k+exam@mail.example.co.in', 'അനു@example.in'])(
    'takes %s as an email',
    (email) => {
      expect(isEmail(email)).toBe(true)
    },
  )

  it.each([
    'a@b',
    '@b.in',
    'a@',
    'a b@c.in',
    'a@b..in',
    'a@@b.in',
    'a@b.in.',
    '<a@b.in>',
    `${'a'.repeat(65)}@b.in`,
    `a@${'b'.repeat(250)}.in`,
  ])('does not take %s as an email', (email) => {
    expect(isEmail(email)).toBe(false)
  })
})

it('the form speaks in the words of document 1, sections 5 and 8', () => {
  expect(messages).toEqual({
    phone: 'Please enter a valid phone number',
    tenDigits: 'Please enter a 10-digit phone number',
    otherCountry: 'This number has another country code. Please choose its country first',
    noCodesToNumber: 'Codes cannot be sent to this kind of number',
    noCodesToCountry: 'Codes cannot be sent to this country code',
    indiaAlone: 'Codes can be sent only to Indian numbers here',
    nameRequired: 'Name is required',
    emailRequired: 'Email is required',
    email: 'Please enter a valid email address',
    sendFailed: 'Login failed. Please try again.',
    noUserId: 'User ID not found.',
    resendFailed: 'Failed to send OTP',
    sent: 'OTP sent successfully.',
    shortAgain: 'You can get a 4-digit code on this phone again. Please request one.',
    sentBefore: 'The 8-digit code was already sent to this phone. It still works.',
    verifyFailed: 'OTP verification failed.',
    profileFailed: 'Failed to update profile',
    profileError: 'Error while updating profile',
  })
  expect(WRONG_CODE).toBe('This code is wrong or has expired. Please check it and try again.')
})

it('who is blocked reads whom to call, where there is somebody', () => {
  expect(blockedText('')).toBe('This account is blocked, so you cannot log in.')
  expect(blockedText('0484 1')).toBe(
    'This account is blocked, so you cannot log in. If you think this is a mistake, please call 0484 1.',
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
