import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { jsonOf } from '#lib/server/stored.ts'
import { DataError } from '../data-error.ts'
import { entryName } from './tar.ts'

/** Grows when an older version could no longer restore what this one backs up. */
export const FORMAT = 1

export { DATABASE_NAME } from '#db/examine.ts'
export const MANIFEST_NAME = 'manifest.json'
/** Holds the SHA-256 of the manifest, so that no byte of a backup is without a check. */
export const SEAL_NAME = 'manifest.sha256'

const count = z.number().check(z.int(), z.gte(0))

const manifest = z.strictObject({
  padavu: z.literal('backup'),
  format: z.literal(FORMAT),
  /** When the database was as it is in here, milliseconds since 1970. */
  at: count,
  /** Migrations that the database has, oldest first. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string(), count),
  /** Everything in the backup but the manifest and its seal, in order. */
  entries: z.array(
    z.strictObject({
      name: z.string().check(z.regex(entryName)),
      size: count,
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
})

/** What a backup says it holds. */
export type Manifest = z.output<typeof manifest>

/** @throws DataError */
export function readManifest(text: string, seal: string): Manifest {
  if (sealOf(text) !== seal) throw new DataError('its list of contents is damaged')
  const given = jsonOf(text)
  const told = z.object({ format: z.number() }).safeParse(given)
  if (told.success && told.data.format > FORMAT) {
    throw new DataError(`a newer version of Padavu wrote it (format ${told.data.format}, this version reads ${FORMAT})`)
  }
  const read = manifest.safeParse(given)
  if (!read.success) throw new DataError(`its list of contents is wrong at ${read.error.issues[0]?.path.join('.')}`)
  return read.data
}

export function sealOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
