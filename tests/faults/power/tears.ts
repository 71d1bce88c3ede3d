import path from 'node:path'
import type { Random } from '../../support/random.ts'

/** A write in the middle of which the power goes. */
export interface Tear {
  /** The file, below the disk's folder. */
  file: string
  /** `part`: of the write with this number some parts are on the disk, and others not. `order`: of the group of writes with
   * this number, between two syncs, only some are, whatever came first. */
  kind: 'part' | 'order'
  number: number
  /** How many parts a write has. */
  parts: number
  /** Which parts, or which writes of the group, are on the disk. */
  kept: number[]
}

/** Writes to a file in the life of a disk, of which one may be torn; data files are written by checkpoints alone. */
const LOG_WRITES = 100
const DATA_WRITES = 4

/** What a torn write leaves: of two, three or four parts at least one, and not all. */
const PARTS = [
  { parts: 2, kept: [1] },
  { parts: 2, kept: [2] },
  { parts: 3, kept: [2] },
  { parts: 4, kept: [1, 3] },
  { parts: 4, kept: [2, 3, 4] },
] as const

/** Which writes of a group are left: the group goes on to the last of them. */
const ORDERS = [[2], [3], [1, 3], [2, 4]] as const

/** Draws how each of these files is torn; the one that gets there first decides. */
export function drawTears(random: Random, logs: string[], data: string[]): Tear[] {
  const draw = (file: string, writes: number): Tear => {
    const number = 1 + Math.floor(random.between(0, writes))
    if (random.chance(0.7)) {
      const { parts, kept } = random.pick(PARTS)
      return { file, kind: 'part', number, parts, kept: [...kept] }
    }
    return { file, kind: 'order', number, parts: 1, kept: [...random.pick(ORDERS)] }
  }
  return [...logs.map((file) => draw(file, LOG_WRITES)), ...data.map((file) => draw(file, DATA_WRITES))]
}

/** What LazyFS reads when it starts. */
export function settingsOf({ fifo, tears, below }: { fifo: string; tears: Tear[]; below: string }): string {
  const injections = tears.map(({ file, kind, number, parts, kept }) =>
    [
      '[[injection]]',
      `type = "${kind === 'part' ? 'torn-op' : 'torn-seq'}"`,
      `file = "${path.join(below, file)}"`,
      `occurrence = ${number}`,
      kind === 'part' ? `parts = ${parts}` : 'op = "write"',
      `persist = [${kept.join(', ')}]`,
    ].join('\n'),
  )
  const head = `[faults]\nfifo_path = "${fifo}"\n\n[cache]\napply_eviction = false\n\n[cache.simple]\ncustom_size = "${ROOM}"\nblocks_per_page = 1\n`
  return [head, ...injections, ''].join('\n')
}

/** Memory for what is not synced, and for what was since the disk was turned on: more than is written in one life. */
const ROOM = '0.5GB'
