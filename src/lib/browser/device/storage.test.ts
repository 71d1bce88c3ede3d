import { afterEach, expect, it, vi } from 'vitest'
import { storageOver } from '../../../../tests/support/sitting/fake-storage.ts'
import { storeForLearner } from './storage.ts'

afterEach(() => void vi.unstubAllGlobals())

it('stores for a learner who is logged in, and after a log-out nothing', () => {
  const stored = new Map([['user', '{"id":1,"token":"secret"}']])
  vi.stubGlobal('localStorage', storageOver(stored))
  storeForLearner('unreadNotifications', '3')
  expect(stored.get('unreadNotifications')).toBe('3')
  stored.clear()
  storeForLearner('unreadNotifications', '4')
  expect([...stored]).toEqual([])
})

it('is quiet where the browser refuses storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => storeForLearner('unreadNotifications', '3')).not.toThrow()
})
