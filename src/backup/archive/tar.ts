import { DataError } from '../data-error.ts'

/** A tar file is made of blocks of this many bytes. */
export const BLOCK = 512

/** What eleven octal digits hold; larger sizes are written in binary, as GNU tar does. */
const LARGEST_OCTAL = 8 ** 11 - 1

/** The names that a backup has, and no others: nothing here leads out of a folder. */
export const entryName = /^(padavu\.db|manifest\.(json|sha256)|(media|private)\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,79})$/

export interface Heading {
  name: string
  /** Bytes. */
  size: number
  /** Seconds since 1970. */
  time: number
}

/** The block before a file's bytes: a regular file that only its owner may read (POSIX.1-1988, `ustar`). */
export function headingBlock({ name, size, time }: Heading): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  if (size <= LARGEST_OCTAL) block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  block.write(`${time.toString(8).padStart(11, '0')}\0`, 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/**
 * Reads such a block. Only what `headingBlock` writes is taken, byte for byte: no links, no folders, no other names.
 * @throws DataError
 */
export function readHeading(block: Buffer): Heading {
  const name = block.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  const octal = (from: number) => Number.parseInt(block.toString('latin1', from, from + 11), 8)
  const heading = {
    name,
    size: block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : octal(124),
    time: octal(136),
  }
  if (!entryName.test(name)) throw new DataError(`it holds ${JSON.stringify(name)}, which no backup has`)
  const counts = [heading.size, heading.time].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!counts || !headingBlock(heading).equals(block)) throw new DataError(`what it says of ${name} is damaged`)
  return heading
}

/** Zeros after so many bytes, up to the next block. */
export function paddingAfter(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}
