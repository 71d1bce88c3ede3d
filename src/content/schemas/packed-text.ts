import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Below this there is nothing to gain. */
const PACK_FROM = 400

/** Rendered formulas repeat themselves so much that the quickest way packs them to a tenth. */
const quickly = { level: constants.Z_BEST_SPEED, memLevel: 6, chunkSize: 4096 }

/** A text as bytes that take little room. */
export function packText(text: string): Buffer {
  const plain = Buffer.from(text)
  const isShort = plain.length < PACK_FROM
  const bytes = isShort ? plain : deflateRawSync(plain, quickly)
  // Memory of its own: a part of Node's pool would keep all of the pool as long as it is kept itself.
  const packed = Buffer.allocUnsafeSlow(bytes.length + 1)
  packed[0] = isShort ? 0 : 1
  packed.set(bytes, 1)
  return packed
}

/**
 * What `packText` packed.
 * @throws Error for other bytes
 */
export function unpackText(packed: Uint8Array): string {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset + 1, packed.byteLength - 1)
  return (packed[0] === 0 ? bytes : inflateRawSync(bytes)).toString()
}
