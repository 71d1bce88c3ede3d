import net from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * A connection that sends requests whose bytes are ready, one after the other, and reads of a reply what it takes to know
 * its status and its end. Clients that do more take as much processor time as the servers that are measured.
 */
export class Wire {
  readonly #host: string
  readonly #port: number
  #socket: net.Socket | undefined
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  #heard: Buffer = Buffer.alloc(0)

  constructor(host: string, port: number) {
    this.#host = host
    this.#port = port
  }

  /** @returns the status of the reply, when all of it is here */
  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#heard = Buffer.alloc(0)
      this.#socket ??= this.#connect()
      this.#socket.write(request)
    })
  }

  /** What has come of the reply so far. */
  get heard(): Buffer {
    return this.#heard
  }

  /** Ends the connection; the request under way fails, and the next one makes another. */
  close(): void {
    this.#socket?.destroy()
  }

  #connect(): net.Socket {
    const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true })
    const lost = (error?: Error) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#settle?.reject(error ?? new Error('The connection was closed'))
    }
    socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    socket.once('error', lost)
    socket.once('close', () => lost())
    return socket
  }

  #hear(bytes: Buffer): void {
    // What a server says of its own accord is no answer: that it gives the connection up, for example.
    if (!this.#settle) return this.close()
    this.#heard = this.#heard.length === 0 ? bytes : Buffer.concat([this.#heard, bytes])
    const status = statusOfWhole(this.#heard)
    if (status === undefined) return
    const { resolve } = this.#settle
    this.#settle = undefined
    resolve(status)
  }
}

/** @returns the status of a reply; undefined while something of it is missing */
export function statusOfWhole(reply: Buffer): number | undefined {
  const end = reply.indexOf(END_OF_HEAD)
  if (end === -1) return undefined
  const head = reply.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const body = reply.length - end - END_OF_HEAD.length
  if (status === 304 || status === 204) return status
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isWhole = length === undefined ? reply.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : body >= Number(length)
  return isWhole ? status : undefined
}

/** @returns the JSON of a whole reply, compressed or not */
export function jsonOf(reply: Buffer): unknown {
  const end = reply.indexOf(END_OF_HEAD)
  const head = reply.toString('latin1', 0, end).toLowerCase()
  const sent = reply.subarray(end + END_OF_HEAD.length)
  const body = head.includes('transfer-encoding: chunked') ? joined(sent) : sent
  const encoding = /content-encoding: *(\w+)/.exec(head)?.[1]
  const text = encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body
  return JSON.parse(text.toString())
}

/** The pieces of a chunked body, each of which stands behind its length. */
function joined(chunked: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; ;) {
    const line = chunked.indexOf('\r\n', at)
    const length = parseInt(chunked.toString('latin1', at, line), 16)
    if (!(length > 0)) return Buffer.concat(pieces)
    pieces.push(chunked.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
}
