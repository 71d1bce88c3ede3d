import { afterEach, beforeEach, vi } from 'vitest'
import { fakeDatabases, type FakeDatabases } from './fake-databases.ts'
import { storageOver } from './fake-storage.ts'

/**
 * Gives each test of a file a time of its own, which stands until the test moves it, and takes away after the test what it
 * put in the place of the browser's globals.
 * @param now instant at which each test begins, in milliseconds; by default the real time
 */
export function fakeTimeInEachTest(now?: number): void {
  beforeEach(() => void vi.useFakeTimers(now === undefined ? {} : { now }))
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** Moves the faked time. @param ms milliseconds */
export const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)

interface BrowserStores {
  databases: FakeDatabases
  /** Local storage, by key. */
  stored: Map<string, string>
}

/** Gives each test of a file a browser with empty stores and modules that have not used them. @returns the present stores */
export function freshStoresInEachTest(): BrowserStores {
  fakeTimeInEachTest()
  const stores = {} as BrowserStores
  beforeEach(() => {
    vi.resetModules()
    Object.assign(stores, { databases: fakeDatabases(), stored: new Map() })
    vi.stubGlobal('indexedDB', stores.databases.indexedDB)
    vi.stubGlobal('localStorage', storageOver(stores.stored))
  })
  return stores
}
