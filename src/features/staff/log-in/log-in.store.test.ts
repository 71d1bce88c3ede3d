import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { $step, confirmAuthenticator, giveAuthenticatorCode } from './log-in.store.ts'

const entered = { id: 1, name: 'Divya', phone: '+919000000201', roles: ['owner'], csrf: 'csrf' }
let codes: string[]
let dataset: Record<string, string>

beforeEach(() => {
  codes = []
  dataset = {}
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('fetch', async () => Response.json({ ...entered, recovery_codes: codes }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('keeps the page from following other tabs before it stores a log-in with recovery codes', async () => {
  codes = ['k7qm-3rtv-w8xe-p2ny']
  const atLogIn: object[] = []
  const stop = $staff.listen(() => atLogIn.push({ ...dataset }))
  await confirmAuthenticator('204816')
  stop()
  expect(atLogIn).toEqual([{ showsCodes: '' }])
  expect($step.get()).toEqual({ is: 'kept', codes })
})

it('lets the page follow other tabs after a log-in without recovery codes', async () => {
  await giveAuthenticatorCode('204816')
  expect([$step.get(), dataset]).toEqual([{ is: 'done' }, {}])
})
