import { readdirSync, readFileSync } from 'node:fs'
import { childrenOf, ownProcessorMs } from '../processes.ts'

/** A program of the service with all its processes. */
export interface Program {
  name: string
  /** The first of its processes; undefined while there is none. */
  pid: () => number | undefined
}

/** What programs take, read from Linux. */
export class Usage {
  readonly #programs: Program[]
  readonly #peaks = new Map<string, number>()

  constructor(programs: Program[]) {
    this.#programs = programs
  }

  /** The processor time that each program has taken since it started, in milliseconds. */
  read(): Map<string, number> {
    return new Map(this.#programs.map(({ name, pid }) => [name, over(treeOf(pid()), ownProcessorMs)]))
  }

  /** Looks how much memory each program has now. */
  lookAtMemory(): void {
    for (const { name, pid } of this.#programs)
      this.#peaks.set(name, Math.max(this.#peaks.get(name) ?? 0, memoryMb(treeOf(pid()))))
  }

  /** The most memory that a program was seen to have, in megabytes. */
  peakMb(name: string): number {
    return this.#peaks.get(name) ?? 0
  }
}

/** A process and all that it has started, as far as they run. */
function treeOf(pid: number | undefined): number[] {
  if (pid === undefined) return []
  try {
    return [pid, ...childrenOf(pid).flatMap(treeOf)]
  } catch {
    return []
  }
}

function over(pids: number[], read: (pid: number) => number): number {
  return pids.reduce((sum, pid) => sum + orNothing(() => read(pid)), 0)
}

/** One that has ended meanwhile is counted with who started it. */
function orNothing(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

/** Bytes of a sector in /proc/diskstats, whatever the disk has. */
const SECTOR = 512

/**
 * Bytes that the disks of this machine have taken, whoever wrote them. What Linux counts for a process are whole pieces of its
 * cache, which for 8 kB of PostgreSQL's log are a megabyte.
 */
export function writtenToDisks(): number {
  const disks = readdirSync('/sys/block').filter((name) => /^(vd|sd|xvd|nvme|mmcblk)/.test(name))
  const lines = readFileSync('/proc/diskstats', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  // Major, minor, name, then 7th of the figures.
  return lines.reduce((sum, line) => sum + (disks.includes(line[2]!) ? Number(line[9]) * SECTOR : 0), 0)
}

/** What its processes have for themselves, and what they share, once: PostgreSQL's have the same buffers all. */
function memoryMb(pids: number[]): number {
  let own = 0
  let shared = 0
  for (const pid of pids) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      // One that is just ending has none of these lines.
      const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0)
      own += kb('RssAnon')
      shared = Math.max(shared, kb('RssFile') + kb('RssShmem'))
    } catch {
      // It has ended meanwhile.
    }
  }
  return (own + shared) / 1024
}
