import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { debianPrograms } from '../../../scripts/debian.mjs'
import { bareEnvironment, freePort } from './server.ts'

const file = path.join(import.meta.dirname, '..', '..', '..', 'deploy', 'cache', 'nginx.conf')

export interface Cache {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts nginx with deploy/cache/nginx.conf in front of a server.
 * @param folder an empty one, for all that it keeps
 * @throws Refusal with what to install; Error with what nginx says of its configuration
 */
export async function startCache(serverPort: number, folder: string, workers = 1): Promise<Cache> {
  const { programs, environment } = await debianPrograms(['nginx'])
  const port = await freePort()
  const inside = (name: string) => path.join(folder, name)
  const places = [
    ['server 127.0.0.1:4321;', `server 127.0.0.1:${serverPort};`],
    ['listen 127.0.0.1:8080;', `listen 127.0.0.1:${port};`],
    ['/var/lib/nginx/padavu', inside('kept')],
    ['/var/log/nginx/padavu.log', inside('access.log')],
  ] as const
  const site = readFileSync(file, 'utf8')
  for (const [there] of places) if (!site.includes(there)) throw new Error(`deploy/cache/nginx.conf lacks ${there}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    inside('site.conf'),
    places.reduce((text, [there, here]) => text.replace(there, here), site),
  )
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    inside('nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes ${workers};
pid ${inside('nginx.pid')};
error_log stderr;
events { worker_connections 2048; }
http {
${kinds.map((kind) => `  ${kind}_temp_path ${inside(kind)};`).join('\n')}
  include ${inside('site.conf')};
}
`,
  )
  const child = spawn(programs.nginx!, ['-p', folder, '-e', 'stderr', '-c', inside('nginx.conf')], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const gone = once(child, 'exit')
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  while (!(await takes(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start.\n${said}`)
    await pause(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      process.off('exit', end)
      end()
      await gone
    },
  }
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
