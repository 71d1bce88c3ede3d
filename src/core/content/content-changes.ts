import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { readStored } from '#lib/server/stored.ts'
import { lockContent, renewContent, versionOfImports } from './content-facts.ts'
import { isContentKind, type ContentEntry, type ContentField, type ContentKind } from './content-kinds.ts'

/** What was changed in the console since the last pack said otherwise. */
export interface ContentMark extends ContentEntry {
  fields: ContentField[]
}

const storedFields = z.array(z.string())

/**
 * Marks what was changed in the console, in the transaction that changes it, and gives the content another version. An
 * import will not overwrite it unasked (docs/decisions/0076-content-from-two-sides.md). `lockContent` comes before the
 * transaction's first change: an import that goes on would miss the mark.
 * @returns the entry's version from now on
 */
export async function markChanged<Kind extends ContentKind>(
  tx: Db,
  change: ContentEntry<Kind> & { fields: readonly ContentField<Kind>[]; who: string; now: number },
): Promise<number> {
  await lockContent(tx)
  const { kind, key, who, now } = change
  const before = await tx
    .selectFrom('content_changes')
    .select('fields')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  const fields = JSON.stringify([...new Set([...fieldsIn(before?.fields), ...change.fields])])
  // Of what is made nobody has been told a version.
  const version = (await versionOf(tx, change)) + (change.fields.some((field) => field === 'made') ? 0 : 1)
  const row = { fields, who, changed_at: now, version }
  await tx
    .insertInto('content_changes')
    .values({ kind, key, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(row))
    .execute()
  await renewContent(tx, now)
  return version
}

/**
 * A number that is another after each change of an entry, in the console or by an import. Whoever saves what they have
 * had before them compares it after `lockContent`, so that nobody's change is lost to another's.
 */
export async function versionOf(db: Db, { kind, key }: ContentEntry): Promise<number> {
  const row = await db
    .selectFrom('content_changes')
    .select('version')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(row?.version ?? 0, await versionOfImports(db))
}

/** A key for an entry that is made in the console, which an export writes out: no other installation makes the same. */
export function newContentKey(): string {
  return `console-${Array.from({ length: 12 }, () => randomInt(36).toString(36)).join('')}`
}

/** All marks. */
export async function readMarks(db: Db): Promise<ContentMark[]> {
  const rows = await db.selectFrom('content_changes').selectAll().orderBy('kind').orderBy('key').execute()
  return rows.flatMap(({ kind, key, fields }) =>
    // An import writes fields of this version alone.
    isContentKind(kind) ? [{ kind, key, fields: fieldsIn(fields) as ContentField[] }] : [],
  )
}

/** Leaves of a mark only these fields; one without any goes. */
export async function narrowMark(tx: Db, { kind, key, fields }: ContentMark): Promise<void> {
  if (fields.length > 0) {
    await tx
      .updateTable('content_changes')
      .set({ fields: JSON.stringify(fields) })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
  } else await tx.deleteFrom('content_changes').where('kind', '=', kind).where('key', '=', key).execute()
}

function fieldsIn(stored: string | undefined): string[] {
  return stored === undefined ? [] : readStored(storedFields, stored, 'A change of the content')
}
