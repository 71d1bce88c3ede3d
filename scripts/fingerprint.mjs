// What the site is built from, as one short text. Imported by scripts and by the build's configuration, so it does nothing
// by itself and needs nothing that is installed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

const sources = ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'public']

/** Scripts that make a build; every script that these import, or that those import, is part of the build too. */
const buildScripts = ['astro.config.mjs', 'scripts/project.mjs']

/**
 * The fingerprint of everything that makes one build another: the same wherever the same sources are built with the same
 * settings, another after any change of them.
 * @param {string} [folder]
 * @param {Record<string, string | undefined>} [settings]
 */
export function sourcesPrint(folder = root, settings = process.env) {
  // Vite writes these into the browser's code.
  const names = Object.keys(settings).filter((name) => name.startsWith('PUBLIC_'))
  return hashOf(
    [...sources, ...withImports(buildScripts, folder)],
    names.sort().map((name) => `${name}=${settings[name]}`),
    folder,
  )
}

/**
 * Scripts of the project with all that they import of it.
 * @param {string[]} names
 * @param {string} folder
 */
function withImports(names, folder) {
  const found = new Set(names)
  // The set grows while it is read.
  for (const name of found) {
    const full = path.join(folder, name)
    if (!fs.existsSync(full)) continue
    for (const [, imported] of fs.readFileSync(full, 'utf8').matchAll(/^(?:import|.* from) '(\.[^']+\.mjs)'$/gm))
      found.add(path.join(path.dirname(name), imported))
  }
  return [...found].sort()
}

/**
 * Hash of files and folders. Tests within a folder and the demo's content pack change no build, and are left out.
 * @param {string[]} names
 * @param {string[]} facts
 * @param {string} [folder]
 */
export function hashOf(names, facts, folder = root) {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  /** @param {string} name */
  const add = (name) => {
    const full = path.join(folder, name)
    const about = fs.statSync(full, { throwIfNoEntry: false })
    if (about?.isDirectory()) {
      if (name === path.join('src', 'content', 'demo')) return
      const entries = fs.readdirSync(full).filter((entry) => !/\.test\.tsx?$/.test(entry))
      for (const entry of entries.sort()) add(path.join(name, entry))
    } else if (about) {
      hash.update(`\0${name}\0`).update(fs.readFileSync(full))
    }
  }
  for (const name of names) add(path.normalize(name))
  return hash.digest('hex')
}
