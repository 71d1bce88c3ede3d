import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { Context as HonoContext } from 'hono'
import type { FilledForm } from './kept-form.ts'
import { acceptsGzip, AT_ONCE_UP_TO, COMPRESS_FROM, jsonReply, zippedReply } from './json-reply.ts'

/**
 * A value of a reply that is the same for many callers, written and compressed once: a thousand candidates who start an
 * exam in the same moment get the same paper of 100 kB.
 */
export interface KeptJson extends Piece {
  /** What stands in its place until the reply is sent. */
  empty: '[]' | '""'
}

/** A part of a reply as it is sent. */
export interface Piece {
  json: Buffer
  /**
   * Raw deflate blocks that end on a whole byte, so that others may follow. They refer to nothing before them, or to what
   * always stands there.
   */
  deflated: Buffer
}

const deflate = promisify<Buffer, { finishFlush: number }, Buffer>(deflateRaw)

/** Lets blocks end on a whole byte and refer to nothing before them. */
const APART = { finishFlush: constants.Z_FULL_FLUSH }

/** @param value a text or a list, as the contract has it: it is sent as it is */
export async function keepJson(value: string | readonly unknown[]): Promise<KeptJson> {
  const json = Buffer.from(JSON.stringify(value))
  return { json, empty: typeof value === 'string' ? '""' : '[]', deflated: await deflate(json, APART) }
}

/**
 * A reply in which texts or lists, empty in `reply`, are to be filled with kept ones. The name of each stands in it once. A
 * list that was put together for this reply comes as its JSON, or as a form that was filled in.
 */
export class WithKept<Reply> {
  readonly reply: Reply
  readonly kept: Record<string, KeptJson | FilledForm | string>

  /** @param kept by their names, in the order in which the contract has these */
  constructor(reply: Reply, kept: Record<string, KeptJson | FilledForm | string>) {
    this.reply = reply
    this.kept = kept
  }

  /** @param rest the reply, cut to its contract */
  async send(c: HonoContext, rest: object, status: number): Promise<Response> {
    const parts = this.#parts(JSON.stringify(rest))
    if (parts.length > 1 && acceptsGzip(c)) return zippedReply(c, await zipped(parts), status)
    return jsonReply(c, parts.map((part) => (typeof part === 'string' ? part : part.json.toString())).join(''), status)
  }

  /** What is sent: in turn what was written for this reply, and what was kept. */
  #parts(text: string): (string | Piece)[] {
    const parts: (string | Piece)[] = []
    let written = ''
    let from = 0
    for (const [name, kept] of Object.entries(this.kept)) {
      const empty = typeof kept === 'object' && 'empty' in kept ? kept.empty : '[]'
      // Inside a text the quotes would be escaped, so this can only be the value itself.
      const place = text.indexOf(`"${name}":${empty}`, from) + name.length + 3
      written += text.slice(from, place)
      from = place + empty.length
      if (typeof kept === 'string') {
        written += kept
      } else {
        parts.push(written, ...('json' in kept ? [kept] : kept))
        written = ''
      }
    }
    return [...parts, written + text.slice(from)]
  }
}

/** Gzip's header: no name, no time, unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** A deflate block that is the last, and empty (RFC 1951). */
const END = Buffer.from([1, 0, 0, 0xff, 0xff])

/** One gzip member. What was written for this reply goes as it is where compressing costs more than it saves. */
async function zipped(parts: (string | Piece)[]): Promise<Uint8Array<ArrayBuffer>> {
  let checksum = 0
  let length = 0
  const blocks: Buffer[] = [HEADER]
  for (const part of parts) {
    const json = typeof part === 'string' ? Buffer.from(part) : part.json
    checksum = crc32(json, checksum)
    length += json.length
    if (typeof part !== 'string') blocks.push(part.deflated)
    else if (json.length < COMPRESS_FROM) blocks.push(storedBlock(json.length), json)
    else blocks.push(json.length <= AT_ONCE_UP_TO ? deflateRawSync(json, APART) : await deflate(json, APART))
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length >>> 0, 4)
  return Buffer.concat([...blocks, END, trailer])
}

/** The beginning of a deflate block of so many bytes, up to 65,535, that follow as they are (RFC 1951). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt16LE(length, 1)
  header.writeUInt16LE(~length & 0xffff, 3)
  return header
}
