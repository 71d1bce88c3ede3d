import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from '../../../scripts/debian-tests.mjs'
import { debianPrograms } from '../../../scripts/debian.mjs'
import { ownerOfData, readiness } from '../../../scripts/postgres.mjs'
import { forwardSignals } from '../../../scripts/project.mjs'
import type { Ended } from '../api/command.ts'
import { freePort } from './server.ts'

const PASSWORD = 'not-on-a-command-line'
const scripts = path.resolve('deploy/postgres')

export interface ArchivingPostgres {
  /** A place in the folder of the database's user: `data`, `archive`, `backups`, and what a test makes. */
  at: (...names: string[]) => string
  url: (database: string, port?: number) => string
  /** Runs a script of deploy/postgres as an operator does, as the database's user. */
  run: (script: string, args: string[], settings?: Record<string, string>) => Promise<Ended>
  /** Starts PostgreSQL on a data folder. @returns its port */
  start: (data: string) => Promise<number>
  /** Ends the one of a data folder; `immediate` as in a crash. */
  end: (data: string, mode?: 'fast' | 'immediate') => Promise<void>
  /** Ends all of them and removes everything. */
  remove: () => Promise<void>
}

/**
 * Starts a PostgreSQL of Debian's packages as docs/data.md says: on data of its own, archiving with deploy/postgres/archive-wal.
 * @throws Refusal with what to install, where there are no such packages
 */
export async function startArchivingPostgres(): Promise<ArchivingPostgres> {
  const { programs, environment } = await debianPrograms(postgresPrograms)
  const bin = [...new Set(Object.values(programs).map((program) => path.dirname(program)))]
  const owner = ownerOfData()
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-archiving-'))
  const at = (...names: string[]) => path.join(folder, ...names)
  const own = (place: string) => owner && chownSync(place, owner.uid, owner.gid)
  for (const place of ['.', 'archive', 'backups', 'scripts']) {
    mkdirSync(at(place), { recursive: true, mode: 0o700 })
    own(at(place))
  }
  // Others may not be allowed into the folder of the project.
  for (const name of readdirSync(scripts)) {
    copyFileSync(path.join(scripts, name), at('scripts', name))
    own(at('scripts', name))
  }
  const passwords = at('passwords')
  writeFileSync(passwords, `*:*:*:*:${PASSWORD}\n`)
  own(passwords)
  chmodSync(passwords, 0o600)

  const env = {
    ...process.env,
    ...environment,
    PATH: [...bin, environment.PATH ?? process.env.PATH].join(':'),
    LC_ALL: 'C',
    PGHOST: '127.0.0.1',
    PGUSER: 'padavu',
    PGPASSFILE: passwords,
  }
  const options = { ...owner, cwd: folder }
  const servers = new Map<string, ChildProcess>()
  const start = async (data: string) => {
    const port = await freePort()
    const place = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
    const server = spawn('postgres', ['-D', data, ...place], { ...options, env, stdio: ['ignore', 'ignore', 'pipe'] })
    servers.set(data, forwardSignals(server))
    await readiness(server)
    return port
  }
  const end = async (data: string, mode: 'fast' | 'immediate' = 'fast') => {
    const server = servers.get(data)!
    servers.delete(data)
    const gone = once(server, 'exit')
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await gone
  }
  const remove = async () => {
    for (const data of [...servers.keys()]) await end(data, 'immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    writeFileSync(at('password'), PASSWORD)
    own(at('password'))
    const first = ['--username=padavu', `--pwfile=${at('password')}`, '--auth=scram-sha-256', '--encoding=UTF8']
    await promisify(execFile)('initdb', [`--pgdata=${at('data')}`, ...first, '--locale=C', '--no-sync'], {
      ...options,
      env,
    })
    const archive = `'"${at('scripts/archive-wal')}" "${at('archive')}" "%p" %f'`
    // What is compared is what was written, whether the disk has it or not.
    const settings = `archive_mode = on\narchive_command = ${archive}\nfsync = off\n`
    writeFileSync(at('data/postgresql.conf'), settings, { flag: 'a' })
    const port = await start(at('data'))
    return {
      at,
      url: (database, other = port) => `postgres://padavu:${PASSWORD}@127.0.0.1:${other}/${database}`,
      run: (script, args, settings = {}) =>
        new Promise((resolve) => {
          execFile(
            at('scripts', script),
            args,
            { ...options, env: { ...env, PGPORT: String(port), ...settings } },
            (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
          )
        }),
      start,
      end,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
