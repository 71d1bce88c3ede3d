import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import type { Context as HonoContext } from 'hono'
import { acceptsGzip, jsonReply, zippedReply } from './json-reply.ts'

/**
 * A value of a reply that is the same for many callers, written and compressed once: a thousand candidates who start an
 * exam in the same moment get the same paper of 100 kB.
 */
export interface KeptJson {
  json: Buffer
  /** Raw deflate blocks that refer to nothing before them and end on a whole byte, so that others may follow. */
  deflated: Buffer
}

const apart = promisify(deflateRaw)

/** @param value as the contract has it: it is sent as it is */
export async function keepJson(value: unknown): Promise<KeptJson> {
  const json = Buffer.from(JSON.stringify(value))
  return { json, deflated: await apart(json, { finishFlush: constants.Z_FULL_FLUSH }) }
}

/**
 * A reply whose list named `name`, empty in `reply`, is to be filled with a kept one. The name stands in it once. A list that
 * was put together of kept pieces comes as its JSON.
 */
export class WithKept<Reply> {
  readonly reply: Reply
  readonly name: string
  readonly kept: KeptJson | string

  constructor(reply: Reply, name: string, kept: KeptJson | string) {
    this.reply = reply
    this.name = name
    this.kept = kept
  }

  /** @param rest the reply, cut to its contract */
  send(c: HonoContext, rest: object, status: number): Response | Promise<Response> {
    // Inside a text the quotes would be escaped, so this can only be the list itself.
    const [before, after] = JSON.stringify(rest).split(`"${this.name}":[]`) as [string, string]
    const head = `${before}"${this.name}":`
    const { kept } = this
    if (typeof kept === 'string') return jsonReply(c, head + kept + after, status)
    if (!acceptsGzip(c)) return jsonReply(c, head + kept.json.toString() + after, status)
    return zippedReply(c, zipped(Buffer.from(head), kept, Buffer.from(after)), status)
  }
}

/** Gzip's header: no name, no time, unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** One gzip member made of three parts, of which only the outer two are compressed now. */
function zipped(head: Buffer, kept: KeptJson, tail: Buffer): Uint8Array<ArrayBuffer> {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(tail, crc32(kept.json, crc32(head))), 0)
  trailer.writeUInt32LE((head.length + kept.json.length + tail.length) >>> 0, 4)
  return Buffer.concat([
    HEADER,
    deflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH }),
    kept.deflated,
    deflateRawSync(tail),
    trailer,
  ])
}
