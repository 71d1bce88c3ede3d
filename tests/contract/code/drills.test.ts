import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasPassed, recordPass } from '../../../scripts/drills.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'padavu-drills-'))
  for (const name of ['tests', 'src/ui', 'src/db']) mkdirSync(path.join(folder, name), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

test('a drill runs again after a change of a file that it covers, and after no other', () => {
  write('src/ui/Dialog.tsx', 'one')
  write('src/db/database.ts', 'one')
  expect(hasPassed('browsers', folder)).toBe(false)
  recordPass('browsers', folder)
  expect(hasPassed('browsers', folder)).toBe(true)
  write('src/db/database.ts', 'two')
  expect(hasPassed('browsers', folder)).toBe(true)
  write('src/ui/Dialog.tsx', 'two')
  expect(hasPassed('browsers', folder)).toBe(false)
  write('src/ui/Dialog.tsx', 'one')
  expect(hasPassed('browsers', folder)).toBe(true)
  write('src/ui/Tabs.tsx', 'one')
  expect(hasPassed('browsers', folder)).toBe(false)
})
