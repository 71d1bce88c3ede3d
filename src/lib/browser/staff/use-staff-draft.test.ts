import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { openStaffDraft } from './use-staff-draft.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = () => openStaffDraft(1, 'ticket:7')

/** Sends a draft, as the page does that shows it now. @returns the name of the request */
async function send(draft: ReturnType<typeof open>, fresh: string, isLost: boolean): Promise<string | undefined> {
  let sentAs: string | undefined
  await draft
    .send(async (nameRequest) => {
      sentAs = nameRequest(fresh)
      if (isLost) throw new TypeError('network')
      draft.keep('')
    })
    .catch(() => {})
  return sentAs
}

it('keeps a reply with the name of its request until an answer comes, after a reload too', async () => {
  open().keep('Dear Asha')
  expect(await send(open(), 'name-of-the-first', true)).toBe('name-of-the-first')
  const restored = open()
  restored.keep('Dear Asha, look here')
  expect(open().text).toBe('Dear Asha, look here')
  expect(await send(open(), 'name-of-the-next', false)).toBe('name-of-the-first')
  expect(Object.keys(localStorage)).toEqual([])
})

it('names the request of another reply anew once the text was deleted', async () => {
  const draft = open()
  draft.keep('Dear Asha')
  await send(draft, 'name-of-the-first', true)
  draft.keep('')
  expect(Object.keys(localStorage)).toEqual([])
  draft.keep('Dear Ravi')
  expect(await send(draft, 'name-of-the-next', true)).toBe('name-of-the-next')
})
