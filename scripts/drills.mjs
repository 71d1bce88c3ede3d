// Drills: tests that take minutes. `npm test` runs a drill when a file that it covers has changed since the drill last passed;
// the hash of these files at that time is in tests/drills.json, which a drill that was asked for by name updates.
import fs from 'node:fs'
import path from 'node:path'
import { hashOf, root } from './fingerprint.mjs'

/** @param {string} folder */
const recordIn = (folder) => path.join(folder, 'tests', 'drills.json')

/** Files whose change makes a drill run again. @type {Readonly<Record<string, string[]>>} */
const covered = {
  browsers: [
    'astro.config.mjs',
    'package-lock.json',
    'public/**/*',
    'scripts/{browser-code,build,chunks,debian,load-later,page-copies}.mjs',
    'src/{layouts,lib/both,lib/browser,pages,styles,ui}/**/*',
    'src/features/**/{ui,page}/**/*',
    'src/features/**/*.{browser,contract,rules,store}.ts',
    'src/features/{auth,staff}/**/*',
    'src/http/**/*',
    'tests/browsers/**/*',
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
