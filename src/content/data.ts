import type { Config } from '#core/config.ts'
import { examineData } from '#db/examine.ts'
import { isUpToDate } from '#db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'

/** Why data are not looked at. */
export type NoData = 'none' | 'other version'

/**
 * Opens the data that the settings name, where there are any of this version, and changes nothing there.
 * @returns what `work` found, or why there is nothing to look at
 * @throws StartError, and others that `startRefusal` knows, where they cannot be opened
 */
export async function withPresentData<Found>(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Config,
  work: (opened: OpenDatabase) => Promise<Found>,
): Promise<{ found: Found } | { why: NoData }> {
  if (!databaseUrl && !examineData(dataDir)) return { why: 'none' }
  const opened = await openDatabase({ databaseUrl, dataDir })
  try {
    return (await isUpToDate(opened)) ? { found: await work(opened) } : { why: 'other version' }
  } finally {
    await opened.close()
  }
}
