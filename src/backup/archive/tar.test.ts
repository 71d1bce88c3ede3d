import { describe, expect, it } from 'vitest'
import { headingBlock, readHeading } from './tar.ts'

const name = 'media/00112233445566778899aabbccddeeff.webp'

/** A heading whose sum is right, whatever else is wrong. */
function forged(change: (block: Buffer) => void): Buffer {
  const block = headingBlock({ name, size: 5, time: 1_770_000_000 })
  change(block)
  block.write(' '.repeat(8), 148)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

describe('the heading of a file in a backup', () => {
  it.each([0, 5, 8 ** 11 - 1, 8 ** 11, 2 ** 45])('tells a size of %i bytes', (size) => {
    const heading = { name, size, time: 1_770_000_000 }
    expect(readHeading(headingBlock(heading))).toEqual(heading)
  })

  it.each([
    '../padavu.db',
    'media/../../etc/passwd',
    '/etc/passwd',
    'media//etc/passwd',
    'media/.ssh',
    'media/a/b',
    'media/',
    'media\\..\\a',
    'server.lock',
    'padavu.db-wal',
    '',
  ])('is refused when it names %j', (bad) => {
    expect(() => readHeading(headingBlock({ name: bad, size: 5, time: 0 }))).toThrow('which no backup has')
  })

  it.each([
    ['symbolic link', '2'],
    ['hard link', '1'],
    ['folder', '5'],
    ['longer name', 'L'],
    ['device', '3'],
  ])('is refused when it is one of a %s', (_, type) => {
    expect(() => readHeading(forged((block) => void block.write(type, 156)))).toThrow('damaged')
  })

  it('is refused with a name hidden behind the name, or in front of it', () => {
    expect(() => readHeading(forged((block) => void block.write('x', 60)))).toThrow('damaged')
    expect(() => readHeading(forged((block) => void block.write('/etc', 345)))).toThrow('damaged')
  })

  it('is refused with a negative, a broken or an endless size', () => {
    for (const size of ['-0000000001', 'zzzzzzzzzzz', '           ']) {
      expect(() => readHeading(forged((block) => void block.write(size, 124)))).toThrow('damaged')
    }
    expect(() => readHeading(forged((block) => void block.fill(0xff, 124, 136)))).toThrow('damaged')
  })
})
