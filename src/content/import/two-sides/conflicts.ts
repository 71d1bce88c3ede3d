import { counted } from '#lib/both/text/format.ts'
import type { ContentEntry, ContentField } from '#core/content/content-kinds.ts'

/** Whose word counts where the console and a pack say different things. */
export type Side = 'pack' | 'console'

/** What a pack says otherwise than the console has it. */
export interface Conflict extends ContentEntry {
  field: ContentField
  /** For people, each in a line. */
  here: string
  pack: string
}

/** An import would overwrite what was changed in the console, and nobody has said that it may. */
export class ConflictError extends Error {
  override name = 'ConflictError'
  readonly conflicts: Conflict[]

  constructor(conflicts: Conflict[]) {
    super(conflicts.map(conflictLine).join('\n'))
    this.conflicts = conflicts
  }
}

/** `live_class polity-doubts, starts: '2026-12-01 10:00' in the console, 'today 18:00' in the pack`. */
export function conflictLine({ kind, key, field, here, pack }: Conflict): string {
  return `${kind} ${key}, ${field}: ${here} in the console, ${pack} in the pack`
}

/** What may be done about conflicts. */
export function howToSettle(conflicts: readonly Conflict[]): string {
  return `${counted(conflicts.length, 'change')} of the console would be overwritten: --take-pack does that, --keep-console imports all else`
}
