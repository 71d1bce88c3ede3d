import type { Context as HonoContext } from 'hono'
import { ApiError } from '../../both/calls/errors.ts'
import { fileSize } from '../../both/files.ts'

/** 413: `what` says how much is taken. */
export function tooLarge(what: string, field = 'body'): ApiError {
  return new ApiError(413, `The request is too large. ${what}.`, { errors: { [field]: what } })
}

/** 400: the connection ended, or became unreadable, before the end of the body. */
const brokenOff = () => new ApiError(400, 'The request broke off before its end')

/**
 * The whole of a body of at most `most` bytes. Where the length is told, nothing is read of one that is longer; where it is
 * not, no more than that is.
 * @throws ApiError 400 when the body breaks off, 413
 */
export async function readBytes(c: HonoContext, most: number): Promise<Uint8Array<ArrayBuffer>> {
  // Where the length is told nothing longer comes; to count what comes costs as much as a call.
  if (lengthToldOf(c, most) !== undefined)
    return new Uint8Array(
      await c.req.arrayBuffer().catch(() => {
        throw brokenOff()
      }),
    )
  return new Uint8Array(Buffer.concat(await Array.fromAsync(readPieces(c, most))))
}

/** The same piece by piece, as it arrives. @throws ApiError 400, 413 */
export async function* readPieces(c: HonoContext, most: number): AsyncGenerator<Uint8Array> {
  lengthToldOf(c, most)
  let bytes = 0
  for await (const piece of arrivingPieces(c)) {
    bytes += piece.length
    if (bytes > most) throw longerThan(most)
    yield piece
  }
}

/** Pieces of a body as they arrive. @throws ApiError 400 */
async function* arrivingPieces(c: HonoContext): AsyncGenerator<Uint8Array> {
  const { body } = c.req.raw
  if (!body) return
  try {
    // The server drains what is not read after it has answered.
    yield* body.values({ preventCancel: true })
  } catch {
    throw brokenOff()
  }
}

/** @returns undefined where it is not told @throws ApiError 413 */
function lengthToldOf(c: HonoContext, most: number): number | undefined {
  const told = c.req.header('content-length')
  if (told !== undefined && Number(told) > most) throw longerThan(most)
  return told === undefined ? undefined : Number(told)
}

function longerThan(most: number): ApiError {
  return tooLarge(`At most ${fileSize(most)}`)
}
