// Builds of the site. Each is made aside and has a folder of its own below .cache/builds; `dist` is a link to the newest.
// A running server keeps the folder that it was started from, so a build neither changes nor removes what it serves.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './fingerprint.mjs'

/** Newest builds, which stay although no server runs from them: one may be starting, or be the one to go back to. */
const MIN_KEPT_BUILDS = 5

const STAMP = '.build-stamp'

/** SQLite database that each server of the build keeps locked while it runs (src/server/hold-build.ts). */
const LOCK = '.in-use'

/** Prefix of the folders in which builds are made. */
const UNFINISHED = 'build-'

/**
 * Makes an empty folder for the next build, and removes those of builds that were cut off. The name is new each time: the
 * bundler outlives a build that was killed, and goes on writing.
 * @param {string} [folder] of the project
 */
export function emptyBuildFolder(folder = root) {
  const cache = path.join(folder, '.cache')
  fs.mkdirSync(cache, { recursive: true })
  for (const name of fs.readdirSync(cache).filter((each) => each.startsWith(UNFINISHED)))
    fs.rmSync(path.join(cache, name), { recursive: true, force: true, maxRetries: 5 })
  const next = path.join(cache, UNFINISHED + Date.now())
  fs.mkdirSync(next)
  return next
}

/**
 * Reads the fingerprint of the sources that the build in `dist` was made of.
 * @param {string} [folder] of the project
 * @returns {string} empty without a finished build
 */
export function builtFrom(folder = root) {
  try {
    return fs.readFileSync(path.join(folder, 'dist', STAMP), 'utf8')
  } catch {
    return ''
  }
}

/**
 * Makes a finished build the one in `dist`, in one step, and removes builds that are neither new nor in use.
 * @param {string} next folder of the build, from `emptyBuildFolder`
 * @param {string} print fingerprint of the sources that it was made of
 * @param {string} [folder] of the project
 */
export function publishBuild(next, print, folder = root) {
  const builds = path.join(folder, '.cache', 'builds')
  fs.mkdirSync(builds, { recursive: true })
  const number = String(Math.max(0, ...buildNumbers(builds)) + 1)
  const [build, dist] = [path.join(builds, number), path.join(folder, 'dist')]
  fs.writeFileSync(path.join(next, STAMP), print)
  fs.writeFileSync(path.join(next, LOCK), '')
  fs.renameSync(next, build)
  const link = path.join(builds, 'dist')
  fs.rmSync(link, { force: true })
  fs.symlinkSync(path.join('.cache', 'builds', number), link)
  if (fs.lstatSync(dist, { throwIfNoEntry: false })?.isDirectory()) makeRoomForLink(dist, build)
  fs.renameSync(link, dist)
  const older = buildNumbers(builds)
    .sort((a, b) => b - a)
    .slice(MIN_KEPT_BUILDS)
    .map((each) => path.join(builds, String(each)))
  for (const each of older.filter((one) => !isInUse(one))) fs.rmSync(each, { recursive: true, force: true })
}

/**
 * Takes away a real folder `dist`, where an older release or Astro itself has built. A server that was started from it
 * looks for its files at the same paths, so the new build gets those that it lacks: their names change with their content.
 * @param {string} dist @param {string} build
 */
function makeRoomForLink(dist, build) {
  fs.cpSync(dist, build, { recursive: true, force: false })
  const aside = path.join(build, '..', 'replaced')
  fs.rmSync(aside, { recursive: true, force: true })
  fs.renameSync(dist, aside)
  fs.rmSync(aside, { recursive: true, force: true })
}

/** @param {string} builds */
const buildNumbers = (builds) =>
  fs
    .readdirSync(builds)
    .filter((name) => /^\d{1,9}$/.test(name))
    .map(Number)

/**
 * Whether a server runs from a build. Node 20, which has no SQLite, cannot tell and takes every build for used.
 * @param {string} build
 */
function isInUse(build) {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  if (!sqlite) return true
  let lock
  try {
    lock = new sqlite.DatabaseSync(path.join(build, LOCK), { timeout: 0 })
    lock.exec('begin exclusive')
    return false
  } catch {
    return true
  } finally {
    lock?.close()
  }
}
