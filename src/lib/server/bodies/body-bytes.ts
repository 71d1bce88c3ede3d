import type { Context as HonoContext } from 'hono'
import { ApiError } from '../../both/calls/errors.ts'

/** 413: `what` says how much is taken. */
export function tooLarge(what: string, field = 'body'): ApiError {
  return new ApiError(413, 'The request is too large', { errors: { [field]: what } })
}

/** How a number of bytes is written for people: `64 kB`, `11 MB`. */
export function inWords(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} kB` : `${Math.floor(kilobytes / 1024)} MB`
}

/**
 * The whole of a body of at most `most` bytes. Where the length is told, nothing is read of one that is longer; where it is
 * not, no more than that is.
 * @throws ApiError 413
 */
export async function readBytes(c: HonoContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
  // Where the length is told nothing longer comes; to count what comes costs as much as a call.
  if (lengthToldOf(c, most) !== undefined) return new Uint8Array(await c.req.arrayBuffer())
  return new Uint8Array(Buffer.concat(await Array.fromAsync(readPieces(c, most))))
}

/** The same piece by piece, as it arrives. @throws ApiError 413 */
export async function* readPieces(c: HonoContext, most: number): AsyncGenerator<Uint8Array> {
  lengthToldOf(c, most)
  let bytes = 0
  // What is not read is left to the server, which answers and then drains the connection for a while.
  for await (const piece of c.req.raw.body?.values({ preventCancel: true }) ?? []) {
    bytes += piece.length
    if (bytes > most) throw longerThan(most)
    yield piece
  }
}

/** @returns undefined where it is not told @throws ApiError 413 */
function lengthToldOf(c: HonoContext, most: number): number | undefined {
  const told = c.req.header('content-length')
  if (told !== undefined && Number(told) > most) throw longerThan(most)
  return told === undefined ? undefined : Number(told)
}

function longerThan(most: number): ApiError {
  return tooLarge(`At most ${inWords(most)}`)
}
