import type http from 'node:http'
import { type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitedServer } from './limits.ts'
import { partingOf, type Parting } from './parting.ts'

let server: Server
let part: Parting['part']
/** Requests that were taken and wait for `answer`. */
let waiting: http.ServerResponse[]
let answering: boolean

beforeEach(async () => {
  waiting = []
  answering = true
  server = limitedServer((_, response) => void (answering ? response.end('here') : waiting.push(response)))
  ;({ part } = partingOf(server))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => server.closeAllConnections())

/** A connection as bytes: what was heard, and how it ended. */
async function connect() {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('ended'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  await new Promise<void>((resolve) => void socket.once('connect', resolve))
  const say = (close = false) =>
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${close ? 'connection: close\r\n' : ''}\r\n`)
  return { socket, say, ended, heard: () => heard, answers: () => heard.split('HTTP/1.1 200').length - 1 }
}

const listens = () =>
  new Promise<boolean>((resolve) => {
    const { port } = (server.address() as AddressInfo | null) ?? { port: 0 }
    if (port === 0) return resolve(false)
    const probe = net.connect(port, '127.0.0.1', () => resolve(Boolean(probe.destroy())))
    probe.once('error', () => resolve(false))
  })

test('a server without connections has parted at once', async () => {
  await part()
  expect(server.listening).toBe(false)
})

test('a kept connection, and one that has said nothing yet, are answered after the port was given up', async () => {
  const [kept, fresh] = await Promise.all([connect(), connect()])
  kept.say()
  await expect.poll(kept.answers).toBe(1)
  const parted = part()
  await expect.poll(listens).toBe(false)
  for (const connection of [kept, fresh]) connection.say()
  await expect.poll(kept.answers).toBe(2)
  await expect.poll(fresh.answers).toBe(1)
  expect(await Promise.all([kept.ended, fresh.ended])).toEqual(['ended', 'ended'])
  await parted
})

test('an idle connection is ended, not reset, and who does not hear it is not waited for', async () => {
  const idle = await connect()
  const deaf = net.connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  await new Promise<void>((resolve) => void deaf.once('connect', resolve))
  await part()
  expect(await idle.ended).toBe('ended')
  deaf.destroy()
})

test('a request under way is answered, however long after', async () => {
  answering = false
  const slow = await connect()
  slow.say()
  await expect.poll(() => waiting.length).toBe(1)
  const idle = await connect()
  const parted = part()
  // The idle one has been ended, so the other has outlived that.
  expect(await idle.ended).toBe('ended')
  waiting[0]!.end('late')
  await expect.poll(slow.heard).toContain('late')
  expect(await slow.ended).toBe('ended')
  await parted
})
