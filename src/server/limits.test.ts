import net from 'node:net'
import type { AddressInfo } from 'node:net'
import type { RequestListener, Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { generalCode } from '#lib/both/calls/error-codes.ts'
import { limitedServer, serverLimits } from './limits.ts'
import type { Refused } from './refused-request.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Reads the body, then says how long it was. */
const counting: RequestListener = (request, response) => {
  let bytes = 0
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => response.end(`${bytes} bytes`))
}

async function start(
  limits: Partial<typeof serverLimits> = {},
  answer = counting,
  tell?: (refused: Refused) => void,
): Promise<void> {
  server = limitedServer(answer, { ...serverLimits, ...limits }, tell)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
}

/** A connection as bytes: what was heard until the server ended it, and a way to say something. */
function connect(first: string) {
  const socket = net.connect((server!.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  // A server that has heard enough resets the connection.
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  socket.write(first)
  return { socket, ended, heard: () => text }
}

const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1])
const quick = { headersMs: 200, requestMs: 400, checkMs: 50 }
const head = 'POST /x HTTP/1.1\r\nhost: padavu\r\n'

test('headers that come letter by letter are not waited for', async () => {
  await start(quick)
  const { socket, ended } = connect('GET / HTTP/1.1\r\nhost: padavu\r\n')
  const trickle = setInterval(() => socket.write('x: y\r\n'), 40)
  const reply = await ended
  clearInterval(trickle)
  expect(statusOf(reply)).toBe(408)
})

test('a connection that says nothing at all is ended', async () => {
  await start({ ...quick, idleMs: 300 })
  expect(await connect('').ended).not.toMatch(/ 200 /)
})

test('a body that comes byte by byte is not waited for', async () => {
  await start(quick)
  const { socket, ended } = connect(`${head}content-length: 100000\r\n\r\n`)
  const trickle = setInterval(() => socket.write('x'), 40)
  const reply = await ended
  clearInterval(trickle)
  expect(statusOf(reply)).toBe(408)
})

test('a body that stops coming is not waited for', async () => {
  await start({ ...quick, requestMs: 60_000, idleMs: 300 })
  await connect(`${head}content-length: 10\r\n\r\nhalf`).ended
})

test('a reader who stops reading holds nothing', async () => {
  await start({ idleMs: 300 }, (_, response) => void response.write(Buffer.alloc(64 * 1024 * 1024)))
  const { socket, ended } = connect('GET / HTTP/1.1\r\nhost: padavu\r\n\r\n')
  socket.pause()
  const closed = new Promise<void>((resolve) => server!.once('connection', (peer) => peer.once('close', resolve)))
  await closed
  socket.destroy()
  await ended
})

test('a request in several pieces is taken, and the connection kept for the next', async () => {
  await start(quick)
  const { socket, heard } = connect(head)
  socket.write('content-length: 4\r\n\r\n')
  socket.write('ab')
  await new Promise((resolve) => setImmediate(resolve))
  socket.write('cd')
  await expect.poll(heard).toContain('4 bytes')
  socket.write(`${head}content-length: 0\r\n\r\n`)
  await expect.poll(heard).toContain('0 bytes')
  socket.destroy()
})

test.each([
  ['an address that is too long', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nhost: padavu\r\n\r\n`, 414],
  ['headers that are too long', `${head}a: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ['an address longer than all headers', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nhost: padavu\r\n\r\n`, 431],
  ['too many headers', `${head}${'a: b\r\n'.repeat(100)}content-length: 0\r\n\r\n`, 431],
  ['a body longer than any call takes', `${head}content-length: 99999999\r\n\r\n`, 413],
  ['a length that is not a number', `${head}content-length: 1e9\r\n\r\n`, 400],
  ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400],
  [
    'a length and pieces, which proxies read differently',
    `${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a body with what only reads', 'GET / HTTP/1.1\r\nhost: padavu\r\ncontent-length: 5\r\n\r\nhello', 400],
  ['pieces with what only reads', 'GET / HTTP/1.1\r\nhost: padavu\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['no host in the older protocol', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['an empty host', 'GET / HTTP/1.1\r\nhost:\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nhost: padavu\r\nhost: elsewhere\r\n\r\n', 400],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: padavu\r\nhost: padavu\r\n\r\n', 400],
  ...['a b', 'a,b', 'a/b', 'a@b', 'a:b', 'a:1:2', 'a..b', '[::1', '<a>', 'a%00b', 'a?b', `${'a'.repeat(300)}`].map(
    (name): [string, string, number] => [`the host ${name}`, `GET / HTTP/1.1\r\nhost: ${name}\r\n\r\n`, 400],
  ),
  ['a line end that smuggles', `${head}a: b\rGET /y HTTP/1.1\r\n\r\n`, 400],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
])('%s is refused, and the connection with it', async (_, bytes, status) => {
  const told: Refused[] = []
  await start({ lingerMs: 100 }, counting, (refused) => told.push(refused))
  const reply = await connect(bytes).ended
  expect(statusOf(reply)).toBe(status)
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  const [, id = ''] = /^x-request-id: (\w+)$/m.exec(head.replaceAll('\r', '')) ?? []
  const error = JSON.parse(body) as Record<string, unknown>
  expect(error).toMatchObject({ status: false, success: false, message: expect.stringMatching(/\S/) as string })
  expect(error).toMatchObject({ msg: error.message, code: generalCode(status), request_id: id })
  expect(head).toMatch(/^content-type: application\/json\r$/m)
  expect(told).toEqual([{ req: id, from: '127.0.0.1', status, why: error.message }])
})

test('a client that sends the whole of a body that is too long reads the refusal, which says the limit', async () => {
  await start()
  const { socket, ended } = connect(`${head}content-length: ${64 * 1024 * 1024}\r\n\r\n`)
  const problems: unknown[] = []
  socket.on('error', (error) => problems.push(error))
  for (let sent = 0; sent < 64; sent += 1)
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(1024 * 1024, 'x'), () => resolve()))
  const reply = await ended
  expect(problems).toEqual([])
  expect(JSON.parse(reply.split('\r\n\r\n')[1]!)).toMatchObject({
    message: 'The request is too large. At most 33 MB.',
    errors: { body: 'At most 33 MB' },
  })
})

test('a body that is too long names itself, and says how much is taken', async () => {
  await start({ lingerMs: 100 })
  const reply = await connect(`${head}content-length: 99999999\r\n\r\n`).ended
  expect(JSON.parse(reply.split('\r\n\r\n')[1]!)).toMatchObject({ errors: { body: 'At most 33 MB' } })
})

test('nothing is said into a reply that has begun', async () => {
  await start(quick, (_, response) => void response.write('the beginning'))
  const { ended } = connect(`${head}content-length: 10\r\n\r\nhalf`)
  const reply = await ended
  expect([reply.match(/HTTP\/1\.1/g)?.length, statusOf(reply)]).toEqual([1, 200])
})

test('what is within the limits is not', async () => {
  await start()
  const long = `POST /${'x'.repeat(8000)} HTTP/1.1\r\nhost: padavu\r\n${'a: b\r\n'.repeat(90)}content-length: 3\r\n\r\nabc`
  const { socket, heard } = connect(long)
  await expect.poll(heard).toContain('3 bytes')
  socket.destroy()
})

test.each(['padavu', 'localhost:4321', '127.0.0.1:80', '[::1]:4321', 'a_b.example.org.', 'XN--P1AI.example'])(
  'the host %s is taken',
  async (name) => {
    await start()
    const { socket, heard } = connect(`GET / HTTP/1.1\r\nhost: ${name}\r\n\r\n`)
    await expect.poll(heard).toContain('0 bytes')
    socket.destroy()
  },
)

test('no more connections than allowed are held', async () => {
  await start({ connections: 2 })
  const held = [connect(head), connect(head)]
  await expect.poll(() => new Promise((resolve) => server!.getConnections((_, count) => resolve(count)))).toBe(2)
  expect(await connect(head).ended).toBe('')
  for (const { socket } of held) socket.destroy()
})
