// Drills: tests that take minutes. `npm test` runs a drill when a file that it covers has changed since the drill last passed;
// the hash of these files at that time is in tests/drills.json, which a drill that was asked for by name updates.
import fs from 'node:fs'
import path from 'node:path'
import { hashOf, root } from './fingerprint.mjs'

/** @param {string} folder */
const recordIn = (folder) => path.join(folder, 'tests', 'drills.json')

/** Files whose change makes a drill run again. @type {Readonly<Record<string, string[]>>} */
const covered = {
  // The journeys go through the whole product.
  browsers: [
    'astro.config.mjs',
    'package.json',
    'package-lock.json',
    'public/**/*',
    'scripts/*.mjs',
    'src/**/!(*.test.*)',
    'tests/browsers/**/*',
    'tests/support/**/*',
  ],
}

/**
 * True when no file that a drill covers has changed since the drill last passed.
 * @param {string} name
 * @param {string} [folder] of the project
 */
export function hasPassed(name, folder = root) {
  return readRecord(folder)[name] === hashCovered(name, folder)
}

/**
 * Records that a drill has passed with the files as they are.
 * @param {string} name
 * @param {string} [folder] of the project
 */
export function recordPass(name, folder = root) {
  const record = { ...readRecord(folder), [name]: hashCovered(name, folder) }
  fs.writeFileSync(recordIn(folder), `${JSON.stringify(record, null, 2)}\n`)
}

/** @param {string} folder */
function readRecord(folder) {
  return fs.existsSync(recordIn(folder)) ? JSON.parse(fs.readFileSync(recordIn(folder), 'utf8')) : {}
}

/** @param {string} name @param {string} folder */
function hashCovered(name, folder) {
  const entries = fs.globSync(covered[name], { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return hashOf([...new Set(names)].sort(), [], folder)
}
