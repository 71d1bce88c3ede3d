// Builds of the site. Each is made aside and has a folder of its own below .cache/builds; `dist` is a link to the newest.
// A running server keeps the folder that it was started from, so a build neither changes nor removes what it serves.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './fingerprint.mjs'

/** Builds that are kept although no server of `npm start` runs from them: other servers may. */
const MIN_KEPT_BUILDS = 5

const STAMP = '.build-stamp'
const LEASE = /^\.server-(\d+)$/

/**
 * The empty folder for the next build. It has the same name each time, because the build writes the name into its files.
 * @param {string} [folder] of the project
 */
export function emptyBuildFolder(folder = root) {
  const next = path.join(folder, '.cache', 'build')
  fs.rmSync(next, { recursive: true, force: true })
  fs.mkdirSync(next, { recursive: true })
  return next
}

/**
 * What the build in `dist` was made of.
 * @param {string} [folder] of the project
 * @returns {string} a fingerprint of sources; empty without a finished build
 */
export function builtFrom(folder = root) {
  try {
    return fs.readFileSync(path.join(folder, 'dist', STAMP), 'utf8')
  } catch {
    return ''
  }
}

/**
 * Makes the finished build of `emptyBuildFolder` the one in `dist`, in one step, and removes builds that nothing uses.
 * @param {string} print fingerprint of the sources that it was made of
 * @param {string} [folder] of the project
 */
export function publishBuild(print, folder = root) {
  const builds = path.join(folder, '.cache', 'builds')
  fs.mkdirSync(builds, { recursive: true })
  const number = Math.max(0, ...buildNumbers(builds)) + 1
  const [next, dist] = [path.join(folder, '.cache', 'build'), path.join(folder, 'dist')]
  fs.writeFileSync(path.join(next, STAMP), print)
  fs.renameSync(next, path.join(builds, String(number)))
  const link = path.join(builds, 'dist')
  fs.rmSync(link, { force: true })
  fs.symlinkSync(path.join('.cache', 'builds', String(number)), link)
  // A folder cannot be replaced by a link. It is one where an older release or Astro itself has built.
  if (fs.lstatSync(dist, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(dist, { recursive: true })
  fs.renameSync(link, dist)
  const older = buildNumbers(builds).sort((a, b) => b - a)
  for (const one of older.slice(MIN_KEPT_BUILDS)) removeUnused(path.join(builds, String(one)))
}

/**
 * The folder of the build in `dist`, which stays until this process has ended.
 * @param {string} [folder] of the project
 */
export function holdBuild(folder = root) {
  const build = fs.realpathSync(path.join(folder, 'dist'))
  const lease = path.join(build, `.server-${process.pid}`)
  try {
    fs.writeFileSync(lease, '')
  } catch {
    // A folder that cannot be written gets no other build, either.
    return build
  }
  process.once('exit', () => fs.rmSync(lease, { force: true }))
  return build
}

/** @param {string} builds */
const buildNumbers = (builds) =>
  fs
    .readdirSync(builds)
    .filter((name) => /^\d{1,9}$/.test(name))
    .map(Number)

/** @param {string} build */
function removeUnused(build) {
  const holders = fs.readdirSync(build).flatMap((name) => LEASE.exec(name)?.[1] ?? [])
  if (!holders.some((pid) => isAlive(Number(pid)))) fs.rmSync(build, { recursive: true, force: true })
}

/**
 * Whether a process of this machine is there, also when it belongs to somebody else.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH'
  }
}
