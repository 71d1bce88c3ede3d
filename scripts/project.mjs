// What `npm start`, `npm test` and `npm run build` share. Plain JavaScript without dependencies, because it runs before
// anything is installed, on whatever Node >= 20 the machine has.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { builtFrom, emptyBuildFolder, publishBuild } from './builds.mjs'
import { fail, Refusal } from '../src/lib/server/start-command.mjs'
import { compressAll } from './compress.mjs'
import { hashOf, root, sourcesPrint } from './fingerprint.mjs'

export { fail, Refusal, root }

/** The Node of the project, installed as a package: the system's own may be older than the tools need. */
export const projectNode = path.join(root, 'node_modules', '.bin', 'node')

const NODE_MAJOR = 24
const installStamp = path.join(root, 'node_modules', '.install-stamp')

/** The environment of every program that is started from here. */
export const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }

const running = new Set()
let stopSignal

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopSignal ??= signal
    for (const child of running) child.kill(signal)
  })
}

/** Passes the signals that would end this process on to `child`, which then ends first. */
export function forwardSignals(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Lets a signal end this process at once; for those that have nothing to let go. */
export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(exitCodeOf(null, signal)))
}

/** @throws Refusal after a signal, so that whatever is held is let go on the way out */
export function stopHere() {
  if (!stopSignal) return
  const refusal = new Refusal('Stopped.')
  refusal.exitCode = exitCodeOf(null, stopSignal)
  throw refusal
}

/** The exit code a shell would report. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + os.constants.signals[signal]
}

/** Runs `work` between a line that says what is done and one that says how long it took. */
export async function step(title, work) {
  const started = Date.now()
  process.stdout.write(`${title} ...\n`)
  const result = await work()
  process.stdout.write(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return result
}

/**
 * Runs a program, in the project's folder unless another is given.
 * @returns its exit code, and its output unless that was shown
 */
export async function run(command, args, { cwd = root, env = {}, show = false } = {}) {
  stopHere()
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  })
  forwardSignals(child)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(exitCodeOf(code, signal)))
  })
  stopHere()
  return { code, output }
}

/** Runs a script of the project with the project's Node. */
export function runNode(args, options) {
  return run(projectNode, args, options)
}

/**
 * Installs the packages when the lists of them changed since they were last installed.
 * @throws Refusal when npm fails or the project's Node is not there afterwards
 */
export async function install() {
  await alone(async () => {
    const wanted = hashOf(['package.json', 'package-lock.json'], [process.platform, process.arch])
    if (read(installStamp) === wanted && nodeVersion().startsWith(`v${NODE_MAJOR}.`)) return
    await step('Installing packages', async () => {
      // Not `npm ci`, which refuses the lock file where a registry lacks the packages of other platforms.
      const args = ['install', '--include=dev', '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
      const { code, output } = await run('npm', args)
      if (code !== 0) throw new Refusal(`${output.trimEnd()}\n\nThe packages could not be installed (npm install).`)
    })
    const found = nodeVersion()
    if (!found.startsWith(`v${NODE_MAJOR}.`)) {
      throw new Refusal(
        `Node ${NODE_MAJOR} should now be at node_modules/.bin/node, but ${found ? `that is ${found}` : 'it does not run'}. ` +
          `It comes with the package 'node', whose install script must be allowed to run: see that npm's ` +
          `ignore-scripts is off, remove node_modules and try again.`,
      )
    }
    fs.writeFileSync(installStamp, wanted)
  })
}

/**
 * Builds the production server when its sources changed since the last build.
 * @throws Refusal when the build fails
 */
export async function build() {
  await alone(async (isHeld) => {
    if (builtFrom() === sourcesPrint()) return
    await step('Building', () => makeBuild(isHeld))
  })
}

/**
 * Builds the production server and shows what the build prints.
 * @throws Refusal when the build fails
 */
export async function rebuild() {
  await alone((isHeld) => makeBuild(isHeld, { show: true }))
}

/** The build that is there stays in use until the next one is complete. */
async function makeBuild(isHeld, { show = false } = {}) {
  const print = sourcesPrint()
  const folder = emptyBuildFolder()
  const { code, output } = await runNode(['node_modules/astro/bin/astro.mjs', 'build', '--outDir', folder], { show })
  if (code !== 0) throw new Refusal(`${output.trimEnd()}\n\nThe build failed.`.trimStart())
  const compressed = await compressAll(path.join(folder, 'client'))
  if (show) console.log(compressed)
  stopHere()
  if (!isHeld()) throw new Refusal('This build stood still for so long that another one took its place.')
  publishBuild(folder, print)
}

function nodeVersion() {
  const { stdout } = spawnSync(projectNode, ['--version'], { encoding: 'utf8' })
  return (stdout ?? '').trim()
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** How often the holder of the lock shows that it lives, and after what silence it counts as gone. */
const BEAT_MS = 1000
const SILENCE_MS = 15_000

/**
 * Runs `work` while no other start or test of this folder installs or builds. `work` gets a function that tells whether
 * that is still so: a process that stood still, as on a laptop that slept, has lost the lock to one that waited.
 */
async function alone(work) {
  const holder = `${os.hostname()} ${process.pid}`
  const lock = path.join(root, '.cache', 'work.lock')
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  let told = false
  while (!take(lock, holder)) {
    if (!told) process.stdout.write('Another start is installing or building; waiting for it ...\n')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 300))
    stopHere()
  }
  const isHeld = () => read(lock) === holder
  const beat = setInterval(() => {
    if (isHeld()) fs.utimes(lock, new Date(), new Date(), () => {})
  }, BEAT_MS)
  try {
    return await work(isHeld)
  } finally {
    clearInterval(beat)
    if (isHeld()) fs.rmSync(lock, { force: true })
  }
}

function take(lock, holder) {
  try {
    fs.writeFileSync(lock, holder, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isAbandoned(lock)) {
    // Renamed first, so that of several who wait only one takes a dead holder's lock away.
    const aside = `${lock}.${process.pid}`
    try {
      fs.renameSync(lock, aside)
      fs.rmSync(aside, { force: true })
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  return false
}

/** A holder on another machine shows that it lives by the file's time; one on this machine is asked. */
function isAbandoned(lock) {
  const about = fs.statSync(lock, { throwIfNoEntry: false })
  if (!about) return false
  if (Date.now() - about.mtimeMs > SILENCE_MS) return true
  const [host, pid] = read(lock).split(' ')
  if (host !== os.hostname() || !pid) return false
  return !isAlive(Number(pid))
}

/** Whether a process of this machine is there, also when it belongs to another user. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
