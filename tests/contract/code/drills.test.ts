import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasPassed, recordPass } from '../../../scripts/drills.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'padavu-drills-'))
  mkdirSync(path.join(folder, 'tests'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test.each([
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'public/robots.txt',
  'scripts/browser-targets.mjs',
  'src/core/calls/device-cookie.ts',
  'src/core/calls/site-cookie.ts',
  'src/core/staff/staff-cookies.ts',
  'src/features/exams/server/start-exam.ts',
  'src/pages/exam/worker.js.ts',
  'src/ui/Dialog.tsx',
  'tests/browsers/journeys.test.ts',
  'tests/support/servers/server.ts',
])('the journeys in other browsers run again after a change of %s', (name) => {
  write(name, 'one')
  expect(hasPassed('browsers', folder)).toBe(false)
  recordPass('browsers', folder)
  expect(hasPassed('browsers', folder)).toBe(true)
  write(name, 'two')
  expect(hasPassed('browsers', folder)).toBe(false)
  write(name, 'one')
  expect(hasPassed('browsers', folder)).toBe(true)
})

test('the journeys in other browsers run again after a new file of the product', () => {
  write('src/ui/Dialog.tsx', 'one')
  recordPass('browsers', folder)
  write('src/ui/Tabs.tsx', 'one')
  expect(hasPassed('browsers', folder)).toBe(false)
})

test.each(['src/ui/Dialog.test.tsx', 'src/core/clock/server-clock.test.ts', 'tests/e2e/login.spec.ts', 'docs/data.md'])(
  'the journeys in other browsers do not run again after a change of %s',
  (name) => {
    write('src/ui/Dialog.tsx', 'one')
    write(name, 'one')
    recordPass('browsers', folder)
    write(name, 'two')
    expect(hasPassed('browsers', folder)).toBe(true)
  },
)
