import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../scripts/project.mjs'
import type * as flags from '../../../scripts/server-flags.mjs'
import { makeWhole } from '../../../scripts/whole-folder.mjs'
import { start, type Running } from '../processes.ts'
import type { Columns } from '../results.ts'

/** A state of the product, built. */
export interface Release {
  column: keyof Columns & ('old' | 'new')
  /** Where it stands. */
  folder: string
  /** What is built from it, for people. */
  name: string
}

/** Without releases that have a tag: the state of the code before this moment is what the budgets were set against. */
const BEFORE = '2026-11-24T00:00:00Z'

/** What this folder holds. */
export const thisRelease: Release = { column: 'new', folder: root, name: 'this folder' }

/** @returns whether the production build succeeded */
export function build(folder: string): boolean {
  return shown('npm', ['run', 'build', '--silent'], folder)
}

/**
 * The release before, built from git beside this one; a second time it is there already.
 * @param revision as git knows it; left out: the newest tag before this commit, or the last commit before `BEFORE`
 * @returns undefined where git does not know it: in a copy of the files, or in a clone without its history
 */
export async function previousRelease(
  revision: string | undefined,
  progress: (text: string) => void,
): Promise<Release | undefined> {
  const commit = revision === undefined ? defaultCommit() : git('rev-parse', '--verify', `${revision}^{commit}`)
  if (!commit) {
    if (revision !== undefined) throw new Error(`git knows no ${revision}`)
    progress('no release before: git does not know one here; --previous=REV names it')
    return undefined
  }
  const folder = path.join(tmpdir(), 'padavu-releases', commit)
  const name = git('log', '-1', '--format=%h of %cs', commit)
  await makeWhole(folder, async (unfinished) => {
    progress(`building the release before, ${name}`)
    make(commit, unfinished)
  })
  return { column: 'old', folder, name }
}

function defaultCommit(): string {
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^')
  return tag
    ? git('rev-parse', `${tag}^{commit}`)
    : git('rev-list', '-1', '--first-parent', `--before=${BEFORE}`, 'HEAD')
}

/** Puts a commit into an empty folder, with its packages, and builds it. */
function make(commit: string, folder: string): void {
  const archive = spawnSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  const unpacked = archive.status === 0 && spawnSync('tar', ['-x'], { cwd: folder, input: archive.stdout }).status === 0
  if (!unpacked) throw new Error(`git cannot give ${commit}`)
  // Packages of its own: those of this folder change, or go with it. Not `npm ci`, for the reason of scripts/project.mjs.
  const quietly = ['--no-audit', '--no-fund', '--no-save', '--prefer-offline', '--loglevel=error']
  if (!shown('npm', ['install', '--include=dev', ...quietly], folder)) throw new Error('its packages cannot be had')
  if (!build(folder)) throw new Error(`${commit} cannot be built`)
}

/** @returns the first line of what git says; nothing where it fails */
function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** Runs a program whose complaints are shown. */
function shown(program: string, args: string[], cwd: string): boolean {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Starts the server of a release as its own `npm start` does, and waits until it is ready. */
export async function startRelease({ folder }: Release, env: Record<string, string>): Promise<Running> {
  const said = path.join(folder, 'scripts', 'server-flags.mjs')
  const { serverFlags, serverEnvironment } = existsSync(said)
    ? ((await import(pathToFileURL(said).href)) as typeof flags)
    : { serverFlags: [], serverEnvironment: {} }
  const entry = path.join(folder, 'dist', 'server', 'entry.mjs')
  return start([...serverFlags, entry], { ...serverEnvironment, ...env }, '/readyz', folder)
}
