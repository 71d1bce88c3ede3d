import { expect, test } from 'vitest'
import { ApiError } from '#lib/both/calls/errors.ts'
import { passkeyFailure } from './passkey-failure.browser.ts'

const named = (name: string) => Object.assign(new Error('As the browser says it'), { name })

test('who gave up, and whose browser has no such passkey, can try again', () => {
  for (const name of ['NotAllowedError', 'AbortError', 'TypeError'])
    expect(passkeyFailure(named(name)), name).toBe('That did not work. Please try again.')
})

test('a device that has a passkey already says so: to try again would be in vain', () => {
  expect(passkeyFailure(named('InvalidStateError'))).toBe('This device has a passkey of yours already.')
})

test('what the server says is said', () => {
  expect(passkeyFailure(new ApiError(422, 'This is not right'))).toBe('This is not right')
})
