import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY } from '../../both/time/clock.ts'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import {
  dropAllTyped,
  dropTyped,
  keepTyped,
  MAX_DRAFT_LENGTH,
  openTyped,
  readTyped,
  removeOldTyped,
} from './typed-text.ts'

const NOW = Date.parse('2026-11-27T10:00:00Z')

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const read = (staffId: number, name: string, now = NOW) => readTyped(staffId, name, now)?.value
const names = () => Object.keys(localStorage)

describe('typed text of the console', () => {
  it('is read by its member alone, under its name', () => {
    keepTyped(1, 'ticket:7', 'Dear Asha', NOW)
    expect(readTyped(1, 'ticket:7', NOW)).toEqual({ at: NOW, value: 'Dear Asha' })
    expect([read(2, 'ticket:7'), read(11, 'ticket:7'), read(1, 'ticket:8')]).toEqual([undefined, undefined, undefined])
  })

  it('is deleted by itself, or all that a member typed', () => {
    for (const [staffId, name] of [
      [1, 'one'],
      [1, 'two'],
      [12, 'one'],
    ] as const)
      keepTyped(staffId, name, 'text', NOW)
    dropTyped(1, 'one')
    expect(names()).toHaveLength(2)
    dropAllTyped(1)
    expect([read(1, 'two'), read(12, 'one')]).toEqual([undefined, 'text'])
  })

  it('is kept for seven days', () => {
    keepTyped(1, 'one', 'text', NOW)
    expect(read(1, 'one', NOW + 7 * DAY - 1)).toBe('text')
    expect(read(1, 'one', NOW + 7 * DAY)).toBeUndefined()
    removeOldTyped(NOW + 7 * DAY)
    expect(names()).toEqual([])
  })

  it('is refused when it is too long, without what was kept before', () => {
    expect(keepTyped(1, 'one', 'short', NOW)).toBe(true)
    expect(keepTyped(1, 'one', 'x'.repeat(MAX_DRAFT_LENGTH), NOW)).toBe(false)
    expect(names()).toEqual([])
  })

  it('is refused where the browser refuses it', () => {
    vi.stubGlobal('localStorage', memoryStorage(100))
    expect(keepTyped(1, 'one', 'x'.repeat(200), NOW)).toBe(false)
    vi.stubGlobal('localStorage', undefined)
    expect([keepTyped(1, 'one', 'text', NOW), read(1, 'one')]).toEqual([false, undefined])
  })

  it('is bounded for each member: the oldest goes, and nothing of others', () => {
    keepTyped(2, 'other', 'text', NOW - DAY)
    for (let count = 0; count < 25; count += 1) keepTyped(1, `form ${count}`, 'text', NOW + count)
    expect(names()).toHaveLength(21)
    expect([read(1, 'form 4'), read(1, 'form 5'), read(2, 'other')]).toEqual([undefined, 'text', 'text'])
  })

  it('is bounded in all', () => {
    for (let member = 1; member <= 12; member += 1) keepTyped(member, 'one', 'x'.repeat(140_000), NOW + member)
    expect(names()).toHaveLength(10)
    expect([read(2, 'one'), read(3, 'one') !== undefined]).toEqual([undefined, true])
  })

  describe('of a form that is open in two tabs', () => {
    const listeners = new Set<(event: Partial<StorageEvent>) => void>()

    /** Changes the storage as another tab. */
    function elsewhere(change: () => void): void {
      const events: Partial<StorageEvent>[] = []
      const storage = localStorage
      const record = (key: string, newValue: string | null, run: () => void) => {
        events.push({ key, oldValue: storage.getItem(key), newValue })
        run()
      }
      const recording: Partial<Storage> = {
        getItem: (key) => storage.getItem(key),
        setItem: (key, value) => record(key, value, () => storage.setItem(key, value)),
        removeItem: (key) => record(key, null, () => storage.removeItem(key)),
      }
      vi.stubGlobal('localStorage', new Proxy(storage, { get: (_, name) => recording[name as keyof Storage] }))
      change()
      vi.stubGlobal('localStorage', storage)
      for (const event of events) for (const listener of listeners) listener(event)
    }

    beforeEach(() => {
      listeners.clear()
      vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
      const draft = openTyped(1, 'one')
      draft.keep('An hour of work')
      draft.watch()
    })

    it('is kept when the other tab sends or discards its text', () => {
      elsewhere(() => dropTyped(1, 'one'))
      expect(readTyped(1, 'one')?.value).toBe('An hour of work')
    })

    it('is gone for good after a log-out in the other tab, or when it is too old', () => {
      elsewhere(() => dropAllTyped(1))
      expect(names()).toEqual([])
      keepTyped(1, 'one', 'An hour of work', NOW)
      elsewhere(() => removeOldTyped(NOW + 7 * DAY))
      expect(names()).toEqual([])
    })

    it('does not come back by the deletion of another text', () => {
      keepTyped(1, 'two', 'text')
      elsewhere(() => dropTyped(1, 'two'))
      expect(names()).toHaveLength(1)
    })
  })

  it('leaves other entries of the storage alone', () => {
    localStorage.setItem('padavu-staff', 'x')
    dropAllTyped(1)
    removeOldTyped(NOW + 100 * DAY)
    expect(names()).toEqual(['padavu-staff'])
  })
})
