import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { readStored } from '#lib/server/stored.ts'

/** How the texts of an entry were written, which their HTML does not tell. */
export interface TextSource {
  /** Markdown by field. */
  texts: Record<string, string | string[]>
  /** Addresses of the stored files that it names, by the paths that it has for them: `media/x.svg`. */
  media: Record<string, string>
}

/** Entries that have texts in Markdown. */
export type WrittenKind =
  'course' | 'question' | 'exam' | 'workout' | 'news' | 'article' | 'webinar' | 'notification' | 'policy'

/** An entry's source and the HTML that was made of it, in one order of its kind. */
export interface WrittenEntry {
  key: string
  html: readonly string[]
  /** Undefined: it is not known, or there is none. */
  source: TextSource | undefined
}

const stored = z.object({
  texts: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  media: z.record(z.string(), z.string()),
})

/** Entries a statement. */
const AT_ONCE = 500

/** Keeps how texts were written beside their rows, in the transaction that writes these; addressed as content_changes are. */
export async function keepSources(tx: Db, kind: WrittenKind, entries: readonly WrittenEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += AT_ONCE)
    await writeSources(tx, await changedSources(tx, kind, entries.slice(from, from + AT_ONCE)))
}

/** What `writeSources` writes. */
export interface ChangedSources {
  kind: WrittenKind
  rows: { kind: WrittenKind; key: string; print: string; source: string }[]
  /** Keys of sources that go. */
  gone: string[]
}

/** Compares how some hundred texts were written with what is stored. */
export async function changedSources(
  db: Db,
  kind: WrittenKind,
  entries: readonly WrittenEntry[],
): Promise<ChangedSources> {
  const keys = entries.map(({ key }) => key)
  const before = new Map((await rowsOf(db, kind, keys)).map((row) => [row.key, row]))
  const rows = entries.flatMap(({ key, html, source }) =>
    source ? [{ kind, key, print: printOf(html), source: JSON.stringify(source) }] : [],
  )
  return {
    kind,
    rows: rows.filter(({ key, print, source }) => {
      const row = before.get(key)
      return row?.print !== print || row.source !== source
    }),
    gone: entries.filter(({ key, source }) => !source && before.has(key)).map(({ key }) => key),
  }
}

/** Writes changed sources. */
export async function writeSources(tx: Db, { kind, rows, gone }: ChangedSources): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('content_sources')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'key']).doUpdateSet(({ ref }) => ({
          print: ref('excluded.print'),
          source: ref('excluded.source'),
        })),
      )
      .execute()
  if (gone.length > 0)
    await tx.deleteFrom('content_sources').where('kind', '=', kind).where('key', 'in', gone).execute()
}

/**
 * Tells how texts were written.
 * @param keys of which entries; all of the kind otherwise
 * @returns a function that finds an entry's source, undefined where the HTML is not what was made of it
 */
export async function readSources(
  db: Db,
  kind: WrittenKind,
  keys?: readonly string[],
): Promise<(key: string, html: readonly string[]) => TextSource | undefined> {
  const rows = new Map((await rowsOf(db, kind, keys)).map((row) => [row.key, row]))
  return (key, html) => {
    const row = rows.get(key)
    return row?.print === printOf(html) ? readStored(stored, row.source, 'The source of a text') : undefined
  }
}

async function rowsOf(db: Db, kind: WrittenKind, keys?: readonly string[]) {
  if (keys?.length === 0) return []
  return db
    .selectFrom('content_sources')
    .select(['key', 'print', 'source'])
    .where('kind', '=', kind)
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys!))
    .execute()
}

function printOf(html: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(html)).digest('hex').slice(0, 32)
}
