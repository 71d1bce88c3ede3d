// What package-lock.json says of the packages that the server, or its build, needs.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

/**
 * @typedef {{ version?: string, license?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean,
 *   inBundle?: boolean, optional?: boolean, hasInstallScript?: boolean, os?: string[], cpu?: string[] }} Entry
 * @typedef {Entry & { name: string, path: string }} Package
 */

/** Licences that ask for no more than to be named, or, of MPL-2.0, to publish changes to their own files. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
]

/** Packages with another licence, and why they may be used all the same. */
const exceptions = [
  {
    packages: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, which sharp loads as a library of its own: it is used unchanged and can be exchanged',
  },
]

/** @returns {Package[]} every package of the lock file, the project itself aside */
export function lockedPackages() {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(/** @type {Record<string, Entry>} */ (lock.packages))
    .filter(([at]) => at !== '')
    .map(([at, entry]) => ({ ...entry, path: at, name: at.replace(/^.*node_modules\//, '') }))
}

/** @returns {Package[]} those that are not for development alone */
export function productionPackages() {
  return lockedPackages().filter(({ dev }) => !dev)
}

/**
 * Whether a package may be used. Of an expression each part must be allowed.
 * @param {Pick<Package, 'name' | 'license'>} found
 */
export function mayBeUsed({ name, license = '' }) {
  const exception = exceptions.find(({ packages }) => packages.test(name))
  const good = exception ? [...allowed, exception.licence] : allowed
  const parts = license.replace(/[()]/g, '').split(' AND ')
  return parts.every((part) => part.split(' OR ').some((one) => good.includes(one.trim())))
}

/** @returns {string} docs/reference/licences.md */
export function licenceList() {
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map()
  for (const { name, version, license = 'none' } of productionPackages()) {
    const names = byLicence.get(license) ?? new Set()
    byLicence.set(license, names.add(`${name} ${version}`))
  }
  const lists = [...byLicence]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([licence, names]) =>
        `## ${licence}\n\n${[...names]
          .sort()
          .map((name) => `- ${name}\n`)
          .join('')}`,
    )
  const reasons = exceptions.map(({ licence, reason }) => `${licence}: ${reason}.`)
  return `# Licences

The packages that the server and its build need, by licence, as \`package-lock.json\` has them; those of other platforms
too. \`npm run licences\` writes this list, and a test compares it. Which licences are allowed stands in
\`scripts/dependencies.mjs\`.

${reasons.join('\n')}

${lists.join('\n')}`
}
