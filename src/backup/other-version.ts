import { migrationNames } from '#db/migrate.ts'
import { DataError } from './data-error.ts'

/**
 * @param stored the migrations that data have
 * @throws DataError when they are not those of this version
 */
export function refuseOtherVersion(stored: string[]): void {
  const newer = stored.find((name) => !migrationNames.includes(name))
  if (newer) throw new DataError(`A newer version of Padavu wrote the data (they have ${newer}); use that version`)
  const missing = migrationNames.find((name) => !stored.includes(name))
  if (missing)
    throw new DataError(`The data are of an older version (without ${missing}): start the server on them once`)
}
