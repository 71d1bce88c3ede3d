import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { $newCodes, confirmNewCodes, leaveNewCodes, offerNewCodes } from './new-codes.store.ts'

let reply: () => Response
const confirm = () => confirmNewCodes($newCodes.get()!)

beforeEach(async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async () => reply())
  reply = () => Response.json({ recovery_codes: ['k7qm-3rtv-w8xe-p2ny'], batch: 'batch' })
  await offerNewCodes()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const lostReply = () => {
  throw new TypeError('Failed to fetch')
}

it('closes once the codes are confirmed', async () => {
  reply = () => Response.json({ message: 'Done' })
  expect([await confirm(), $newCodes.get()]).toEqual(['Done', undefined])
})

it('says that the old codes still work where nothing was confirmed, or the server refused', async () => {
  expect(leaveNewCodes()).toBe(true)
  await offerNewCodes()
  reply = () => Response.json({ message: 'Newer codes' }, { status: 409 })
  await expect(confirm()).rejects.toMatchObject({ status: 409 })
  expect([leaveNewCodes(), $newCodes.get()]).toEqual([true, undefined])
})

it.each([
  ['lost', lostReply],
  ['an error of the server', () => Response.json({ message: 'No' }, { status: 503 })],
])('does not say which codes work where the reply is %s, even if a repeat is refused', async (_, failed) => {
  reply = failed
  await expect(confirm()).rejects.toThrow()
  expect($newCodes.get()).toMatchObject({ batch: 'batch', isConfirming: false, isUnknown: true })
  reply = () => Response.json({ message: 'Newer codes' }, { status: 409 })
  await expect(confirm()).rejects.toMatchObject({ status: 409 })
  expect([leaveNewCodes(), $newCodes.get()]).toEqual([false, undefined])
})

it('confirms the same codes again after a lost reply', async () => {
  reply = lostReply
  await expect(confirm()).rejects.toThrow('cannot be reached')
  reply = () => Response.json({ message: 'Done' })
  expect([await confirm(), $newCodes.get()]).toEqual(['Done', undefined])
})
