import { readMarks } from '#core/content/content-changes.ts'
import type { Config } from '#core/config.ts'
import { startRefusal } from '#db/start-error.ts'
import { withPresentData } from '../data.ts'
import type { Pack } from '../pack.ts'
import { keyProblems, markedChanges } from './course/answer-keys.ts'
import { changesOf } from './course/import-questions.ts'
import { removalProblems } from './course/remove-options.ts'
import { findLeavingQuestions } from './course/retire-questions.ts'
import { namesOnly } from './names-only.ts'
import { conflictLine, howToSettle, type Side } from './two-sides/conflicts.ts'
import { settle } from './two-sides/settle.ts'

export interface Comparison {
  /** What an import into these data would refuse, a line each. */
  problems: string[]
  /** Keys of the questions that an import would retire. */
  retired: string[]
  /** Why there is no telling; undefined when there is, and where there are no data yet. */
  unknown?: string
}

/**
 * Compares a pack with what learners did, and with what was changed in the console, in the data that the settings name.
 * Changes nothing there.
 * @param how as for the import
 */
export async function compareWithData(
  config: Config,
  pack: Pack,
  { keepResults, side }: { keepResults: boolean; side: Side | undefined },
): Promise<Comparison> {
  try {
    const compared = await withPresentData(config, async ({ db }) => {
      const isMarked = (await readMarks(db)).length > 0
      const address = await pack.media.store(isMarked ? namesOnly : publicNamesOnly)
      const { pack: settled, conflicts } = await settle(db, pack, address, side)
      const retired = await findLeavingQuestions(db, new Set(settled.questions.map(({ key }) => key)))
      if (conflicts.length > 0 && !side)
        return { retired, problems: [...conflicts.map(conflictLine), howToSettle(conflicts)] }
      const { answers, remove } = await changesOf(db, settled, address)
      const problems = keyProblems(await markedChanges(db, answers), keepResults)
      // As the import does: what else would go is looked at when the answers may change.
      return { retired, problems: problems.length > 0 ? problems : await removalProblems(db, remove) }
    })
    if ('found' in compared) return compared.found
    return {
      problems: [],
      retired: [],
      ...(compared.why !== 'none' && { unknown: 'the data are not of this version' }),
    }
  } catch (error) {
    const reason = startRefusal(error)
    if (reason === undefined) throw error
    return { problems: [], retired: [], unknown: reason }
  }
}

/** Files of learners stand in no question: where nothing else is compared, large lectures need not be read. */
const publicNamesOnly = {
  put: namesOnly.put,
  putPrivate: (_source: string | Uint8Array, extension: string) => Promise.resolve(`.${extension}`),
}
