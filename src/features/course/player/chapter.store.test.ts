import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chapterParts, refreshParts } from './chapter.store.ts'

const { told } = vi.hoisted(() => ({ told: [] as string[] }))
vi.mock('#ui/Toasts.tsx', () => ({ toast: { error: (text: string) => told.push(text) } }))

let status: number
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async () => Response.json({ status: status === 200, data: { exams: [] } }, { status }))
})
afterEach(() => vi.unstubAllGlobals())

const TROUBLE = 'Error while fetching chapter exam details'

it('exams of a chapter that cannot be fetched are said to be missing, and come when they are asked for again', async () => {
  status = 500
  const leave = chapterParts.open({ chapterId: 31, reload: 0 })
  await vi.waitFor(() => expect(chapterParts.$state.get().is).toBe('failed'))
  expect(told).toEqual([TROUBLE])
  status = 200
  await chapterParts.again()
  expect(chapterParts.$state.get()).toMatchObject({ is: 'shown', shown: { exams: [] } })

  // What is there stays when it cannot be loaded anew.
  status = 500
  refreshParts()
  await vi.waitFor(() => expect(told).toEqual([TROUBLE, TROUBLE]))
  expect(chapterParts.$state.get().is).toBe('shown')
  leave()
})
