import path from 'node:path'
import { realDisk, type Disk } from '#lib/server/durable.ts'

type Step =
  | { kind: 'folder'; name: string }
  | { kind: 'write'; name: string }
  | { kind: 'remove'; name: string }
  | { kind: 'rename'; name: string; to: string }
  /** What came before step `from` is on the disk now. */
  | { kind: 'sync'; name: string; from: number }
  | { kind: 'promise'; what: string }

/** What one power cut leaves: the names that are there, with their content or what became of it. */
interface Remains {
  /** The steps that were done. */
  after: number
  /** Promises that had been made by then. */
  promised: string[]
  files: Map<string, 'whole' | 'torn'>
}

export interface RecordedDisk extends Disk {
  /** Notes that something was acknowledged. */
  promise: (what: string) => void
  /** Every state that a power cut could have left, at every moment. */
  cuts: () => Generator<Remains>
}

/**
 * The real disk, with a record of its calls. A cut may come after each of them; then files that were not synced are torn, and
 * of the names that were given, moved or removed in a folder since it was synced any may be as they were before.
 * @param there files that are on the disk from the beginning
 */
export function recordedDisk(there: { folders: string[]; files: string[] }): RecordedDisk {
  const steps: Step[] = []
  const noted = <T>(step: Step, result: T) => (steps.push(step), result)
  return {
    makeFolder: async (name) => {
      const made = await realDisk.makeFolder(name)
      // One that was there before may have been made by somebody who did not wait.
      for (let folder = path.resolve(name); !there.folders.includes(folder); folder = path.dirname(folder)) {
        if (!steps.some((step) => step.kind === 'folder' && step.name === folder))
          steps.push({ kind: 'folder', name: folder })
      }
      return made
    },
    write: async (name, content) => noted({ kind: 'write', name }, await realDisk.write(name, content)),
    sync: async (name) => {
      const from = steps.length
      await realDisk.sync(name)
      steps.push({ kind: 'sync', name: path.resolve(name), from })
    },
    rename: async (name, to) => noted({ kind: 'rename', name, to }, await realDisk.rename(name, to)),
    remove: async (name) => noted({ kind: 'remove', name }, await realDisk.remove(name)),
    promise: (what) => void steps.push({ kind: 'promise', what }),
    cuts: function* () {
      for (let after = 0; after <= steps.length; after += 1) yield* cutAfter(steps.slice(0, after), there)
    },
  }
}

/** A change of one name in a folder. */
interface Change {
  at: number
  folder: string
  apply: (names: Map<string, number>) => void
}

function* cutAfter(steps: Step[], there: { folders: string[]; files: string[] }): Generator<Remains> {
  // A file is known by the step that wrote it; those of the beginning by numbers below 0.
  const kept = new Set<number>(there.files.map((_, index) => -1 - index))
  const byName = new Map<string, number>(there.files.map((name, index) => [name, -1 - index]))
  const changes: Change[] = []
  const synced: { folder: string; from: number; at: number }[] = []
  steps.forEach((step, at) => {
    if (step.kind === 'promise') return
    const { name } = step
    const folder = path.dirname(name)
    if (step.kind === 'write' || step.kind === 'folder') {
      byName.set(name, at)
      if (step.kind === 'folder') kept.add(at)
      changes.push({ at, folder, apply: (names) => names.set(name, at) })
    } else if (step.kind === 'remove') {
      byName.delete(name)
      changes.push({ at, folder, apply: (names) => names.delete(name) })
    } else if (step.kind === 'rename') {
      const id = byName.get(name)!
      byName.delete(name)
      byName.set(step.to, id)
      changes.push({
        at,
        folder,
        apply: (names) => {
          names.delete(name)
          names.set(step.to, id)
        },
      })
    } else {
      const id = byName.get(name)
      if (id !== undefined && steps[id]?.kind === 'write' && id < step.from) kept.add(id)
      synced.push({ folder: name, from: step.from, at })
    }
  })
  const isOnDisk = (change: Change) => synced.some(({ folder, from }) => folder === change.folder && change.at < from)
  const open = changes.filter((change) => !isOnDisk(change))
  if (open.length > 12) throw new Error(`${open.length} changes of names are open: too many to try all`)
  const promised = steps.flatMap((step) => (step.kind === 'promise' ? [step.what] : []))
  for (let which = 0; which < 2 ** open.length; which += 1) {
    const names = new Map<string, number>(there.files.map((name, index) => [name, -1 - index]))
    for (const change of changes) {
      const index = open.indexOf(change)
      if (index < 0 || which & (1 << index)) change.apply(names)
    }
    const isReached = (name: string): boolean => {
      const folder = path.dirname(name)
      return there.folders.includes(folder) || (names.has(folder) && isReached(folder))
    }
    const files = new Map(
      [...names]
        .filter(([name, id]) => steps[id]?.kind !== 'folder' && isReached(name))
        .map(([name, id]) => [name, kept.has(id) ? ('whole' as const) : ('torn' as const)]),
    )
    yield { after: steps.length, promised, files }
  }
}
