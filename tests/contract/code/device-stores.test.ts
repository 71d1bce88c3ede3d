import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Files that use IndexedDB by themselves. All others open a store with deviceStore, which begins no use in an event of a page
 * that leaves, and tells a store that cannot be read from an empty one (src/lib/browser/device/device-store.test.ts).
 */
const own = [
  'src/lib/browser/device/device-store.ts',
  // Names databases, and deletes one at a log-out.
  'src/lib/browser/device/device-data.ts',
  // Only reads, and is a script without imports.
  'src/layouts/away/away-page.ts',
]

test('only device-store.ts opens databases for the pages, so that none is used while a page leaves', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !/\.test\.tsx?$/.test(file))
  const using = files.filter((file) => /\bindexedDB\b|idb-keyval/.test(readFileSync(file, 'utf8')))
  expect(using.toSorted()).toEqual(own.toSorted())
})
