import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasPassed, recordPass } from '../../../scripts/drills.mjs'
import { runDrill } from '../../../scripts/run-drill.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'padavu-drill-'))
  mkdirSync(path.join(folder, 'tests'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const none = { passed: 0, failed: 0 }
const passes = { passed: 6, failed: 0 }

async function drill(isAsked: boolean, lines: string[], outcome = passes) {
  const run = vi.fn(async () => outcome)
  const ended = await runDrill('browsers', { isAsked, find: async () => ({ lines }), run }, folder)
  return [ended, run.mock.calls.length]
}

test('a drill without its programs fails where it was asked for, and is left out of a run of all tests', async () => {
  const lines = ['Did not run: a.test.ts. sudo apt install firefox-esr']
  expect(await drill(true, lines)).toEqual([{ passed: 0, failed: 1 }, 0])
  expect(hasPassed('browsers', folder)).toBe(false)
  expect(await drill(false, lines)).toEqual([none, 0])
  expect(vi.mocked(console.log).mock.calls).toEqual([lines, lines])
})

test('a drill that was asked for runs always, and its pass is recorded', async () => {
  const fails = { passed: 5, failed: 1 }
  expect(await drill(true, [], fails)).toEqual([fails, 1])
  expect(hasPassed('browsers', folder)).toBe(false)
  expect(await drill(true, [])).toEqual([passes, 1])
  expect(hasPassed('browsers', folder)).toBe(true)
  expect(await drill(true, [])).toEqual([passes, 1])
})

test('a drill that was not asked for runs when its files have changed since it passed', async () => {
  expect(await drill(false, [])).toEqual([passes, 1])
  recordPass('browsers', folder)
  expect(await drill(false, [])).toEqual([none, 0])
})
