import type { Config } from '#core/config.ts'
import { mediaPath } from '#providers/files/file-store.ts'
import { nameOf } from '#providers/files/names.ts'
import { examineData } from '#db/examine.ts'
import { isUpToDate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { startRefusal } from '#db/start-error.ts'
import { keyProblems, markedChanges } from './course/answer-keys.ts'
import { changesOf, removalProblems } from './course/import-questions.ts'
import type { Pack } from '../pack.ts'

export interface Comparison {
  /** What an import into these data would refuse, a line each. */
  problems: string[]
  /** Why there is no telling; undefined when there is, and where there are no data yet. */
  unknown?: string
}

/**
 * Compares a pack with what learners did, in the data that the settings name. Changes nothing there.
 * @param keepResults as for the import
 */
export async function compareWithData(config: Config, pack: Pack, keepResults: boolean): Promise<Comparison> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  try {
    if (!databaseUrl && !examineData(dataDir)) return { problems: [] }
    const opened = await openDatabase({ databaseUrl, dataDir })
    try {
      if (!(await isUpToDate(opened))) return { problems: [], unknown: 'the data are not of this version' }
      const address = await pack.media.store(named)
      const { answers, remove } = await changesOf(opened.db, pack, address)
      const problems = keyProblems(await markedChanges(opened.db, answers), keepResults)
      // As the import does: what else would go is looked at when the answers may change.
      return { problems: problems.length > 0 ? problems : await removalProblems(opened.db, remove) }
    } finally {
      await opened.close()
    }
  } catch (error) {
    const reason = startRefusal(error)
    if (reason === undefined) throw error
    return { problems: [], unknown: reason }
  }
}

/** Gives public files the addresses that they will have, and stores none; the private ones stand in no question. */
const named = {
  put: async (bytes: Uint8Array, extension: string) => `${mediaPath}/${await nameOf(bytes, extension)}`,
  putPrivate: (_source: string | Uint8Array, extension: string) => Promise.resolve(`.${extension}`),
}
