import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { debianPrograms } from '../../../scripts/debian.mjs'
import { SECOND } from '#lib/both/time/clock.ts'
import { freePort } from '../../support/servers/server.ts'

export interface Proxy {
  url: string
  /** Resolves when HAProxy gives requests to the server of that place, or no more. */
  untilServing: (place: number, serving?: boolean) => Promise<void>
  stop: () => Promise<void>
}

const names = ['one', 'two', 'three']

/**
 * Starts Debian's HAProxy before three servers.
 * @throws Refusal with what to install, where there is none
 */
export async function startHaproxy(ports: readonly number[]): Promise<Proxy> {
  const { programs, environment } = await debianPrograms(['haproxy'])
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-haproxy-'))
  const socket = path.join(folder, 'socket')
  const port = await freePort()
  const servers = Object.fromEntries(ports.map((of, place) => [`SERVER_${place + 1}`, String(of)]))
  const child = spawn(programs.haproxy!, ['-db', '-f', path.join(import.meta.dirname, 'haproxy.cfg')], {
    env: { ...process.env, ...environment, ...servers, SOCKET: socket, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))

  const serves = async (place: number) => {
    const told = await ask(socket, 'show stat')
    const line = told.split('\n').find((row) => row.startsWith(`servers,${names[place]},`))
    return line?.split(',').includes('UP') ?? false
  }
  const untilServing = async (place: number, serving = true) => {
    const late = Date.now() + 60 * SECOND
    while ((await serves(place).catch(() => undefined)) !== serving) {
      if (child.exitCode !== null) throw new Error(`HAProxy ended: ${complaints}`)
      if (Date.now() > late) throw new Error(`HAProxy does not find server ${names[place]} ${serving ? 'up' : 'down'}`)
      await pause(50)
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    untilServing,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        const patience = setTimeout(end, 5 * SECOND)
        await once(child, 'exit')
        clearTimeout(patience)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Says a word to HAProxy's socket. */
async function ask(socket: string, command: string): Promise<string> {
  const connection = net.connect(socket)
  await once(connection, 'connect')
  connection.write(`${command}\n`)
  return text(connection)
}
