import { constants, createDeflateRaw } from 'node:zlib'
import type { Piece } from './kept-json.ts'

/**
 * JSON that is the same for many callers but for a value here and there, written and compressed once: of the questions of a
 * paper with their solutions, all but what a candidate chose.
 *
 * Compressed text refers to what stands before it by distance, so each place is as wide for every caller: values are filled
 * up with spaces, which mean nothing between tokens of JSON. What stands in a place goes uncompressed.
 */
export interface KeptForm {
  /** What stands around the places. */
  pieces: Piece[]
  /** Bytes of a place. */
  width: number
}

/** Stands in the places while the pieces are compressed. JSON has no such character, so no piece refers to one. */
const NOBODY = '\u0001'

/** Bytes by which a flush ends: the lengths of a stored block, of nothing (RFC 1951, section 3.2.4). */
const LENGTHS = 4

/**
 * @param pieces JSON; together, with a value between each two, a list
 * @param width ASCII characters that a value may have, up to 65,535
 */
export async function keepForm(pieces: readonly string[], width: number): Promise<KeptForm> {
  const compressor = createDeflateRaw({ level: constants.Z_BEST_COMPRESSION, flush: constants.Z_SYNC_FLUSH })
  let out: Buffer[] = []
  compressor.on('data', (bytes: Buffer) => out.push(bytes))
  /** What has come of it, which ends on a whole byte. */
  const compress = async (bytes: Buffer) => {
    out = []
    await new Promise<void>((resolve, reject) =>
      compressor.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
    return Buffer.concat(out)
  }
  const place = Buffer.from(NOBODY.repeat(width))
  const kept: Piece[] = []
  for (const piece of pieces) {
    if (piece.includes(NOBODY)) throw new Error('A piece of a form is no JSON')
    if (kept.length > 0) await compress(place)
    const json = Buffer.from(piece)
    kept.push({ json, deflated: await compress(json) })
  }
  compressor.destroy()
  return { pieces: kept, width }
}

/**
 * A form with a value in each place, for `WithKept`.
 * @param values ASCII; one less than there are pieces
 */
export function filledForm({ pieces, width }: KeptForm, values: readonly string[]): FilledForm | string {
  if (values.some(({ length }) => length > width))
    return pieces.map(({ json }, index) => json.toString() + (values[index] ?? '')).join('')
  // A place is a stored block, whose lengths take the place of those by which the piece before it ends.
  const places = Buffer.alloc(values.length * (LENGTHS + width), ' ', 'latin1')
  return pieces.flatMap(({ json, deflated }, index) => {
    const value = values[index]
    if (value === undefined) return { json, deflated }
    const block = places.subarray(index * (LENGTHS + width), (index + 1) * (LENGTHS + width))
    block.writeUInt16LE(width, 0)
    block.writeUInt16LE(~width & 0xffff, 2)
    block.write(value, LENGTHS, 'latin1')
    return [
      { json, deflated: deflated.subarray(0, -LENGTHS) },
      { json: block.subarray(LENGTHS), deflated: block },
    ]
  })
}

/** In turn what stands around the places, and what stands in them. */
export type FilledForm = readonly Piece[]
