import { createHash } from 'node:crypto'
import { counted } from '#lib/both/text/format.ts'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { logWork, type Facts, type StaffWork } from '../staff/staff-log.ts'
import { markChanged, versionOf } from './content-changes.ts'
import { lockContent } from './content-facts.ts'
import type { ContentEntry, ContentField, ContentKind } from './content-kinds.ts'

/** What of an entry a form of the console shows, and which field of a pack each of it is; named as the log names facts. */
export type FieldsOf<Kind extends ContentKind> = Record<string, ContentField<Kind>>

/** How an entry is called, and read. */
interface Entry<Kind extends ContentKind> extends ContentEntry<Kind> {
  fields: FieldsOf<Kind>
  /** Tells what it says, by the names of `fields`. @throws notFound */
  read: (tx: Db) => Promise<Facts>
  /** What is done: 'live class moved'. */
  action: string
  /** To what: 'live class 12'. */
  subject: string
}

/** What was changed: how it was, how it is, the names of what differs, and the version that it has now. */
export interface Changed {
  before: Facts
  after: Facts
  names: string[]
  version: number
}

/**
 * Changes an entry of the content from the console: in one transaction nobody else changes it, it is marked so that no
 * import overwrites it unasked, and it is written down (docs/decisions/0076-content-from-two-sides.md). Where the entry
 * says the same as before nothing is marked or written down.
 * @param change `version`: the one that was read before; undefined where it does not matter, as of what is undone.
 *   `then` does what follows from the change, and tells what of it belongs into the log
 * @throws conflict `edited` with what the entry says now; what `read`, `write` and `then` throw
 */
export function changeContent<Kind extends ContentKind>(
  db: Db,
  work: StaffWork,
  change: Entry<Kind> & {
    version: number | undefined
    write: (tx: Db, before: Facts) => Promise<unknown>
    then?: (tx: Db, changed: Omit<Changed, 'version'>) => Promise<Facts | void>
  },
): Promise<Changed> {
  const { kind, key, fields, read, write, then, version, action, subject } = change
  return inTransaction(db, async (tx) => {
    await lockContent(tx)
    const before = await read(tx)
    const known = await versionOf(tx, change)
    if (version !== undefined && version !== known) throw await edited(tx, change, before, known)
    await write(tx, before)
    const after = await read(tx)
    const names = Object.keys(fields).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
    if (names.length === 0) return { before, after, names, version: known }
    const marked = [...new Set(names.map((name) => fields[name]!))]
    const next = await markChanged(tx, { kind, key, fields: marked, who: work.who, now: work.now })
    const more = (await then?.(tx, { before, after, names })) ?? {}
    await logWork(tx, work, {
      action,
      subject,
      before: briefly(before, names),
      after: { ...briefly(after, names), ...more },
    })
    return { before, after, names, version: next }
  })
}

/**
 * Makes an entry of the content from the console, as `changeContent` changes one.
 * @param made `write` stores the rows of a new entry with this key, and returns what the log calls it: 'live class 12'
 * @returns what `write` returned, with the entry's version
 */
export function makeContent<Kind extends ContentKind, Made extends { subject: string }>(
  db: Db,
  work: StaffWork,
  made: Omit<Entry<Kind>, 'subject'> & {
    write: (tx: Db) => Promise<Made>
    then?: (tx: Db, after: Facts) => Promise<Facts | void>
  },
): Promise<Made & { version: number }> {
  const { kind, key, fields, read, write, then, action } = made
  return inTransaction(db, async (tx) => {
    await lockContent(tx)
    const stored = await write(tx)
    const after = await read(tx)
    const version = await markChanged(tx, { kind, key, fields: ['made'], who: work.who, now: work.now })
    const more = (await then?.(tx, after)) ?? {}
    await logWork(tx, work, {
      action,
      subject: stored.subject,
      after: { ...briefly(after, Object.keys(fields)), ...more },
    })
    return { ...stored, version }
  })
}

/** 409: `errors` has what the entry says now, by the names of its form, its version, and who changed it last. */
async function edited(tx: Db, entry: ContentEntry, now: Facts, version: number): Promise<ApiError> {
  const row = await tx
    .selectFrom('content_changes')
    .select(['who', 'version'])
    .where('kind', '=', entry.kind)
    .where('key', '=', entry.key)
    .executeTakeFirst()
  const who = row?.version === version ? row.who : 'An import of content'
  const told = Object.entries(now).map(([name, value]): [string, string] => [name, String(value ?? '')])
  return new ApiError(409, `${who} has changed this meanwhile`, {
    code: 'edited',
    errors: { ...Object.fromEntries(told), version: String(version), changed_by: who },
  })
}

/** Characters of a text that the log keeps as they are. */
const MOST_LOGGED = 1000

/** These facts, with a long text by its beginning, its length and a hash that tells it from another. */
function briefly(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(names.map((name) => [name, brief(facts[name] ?? null)]))
}

function brief(value: Facts[string]): Facts[string] {
  if (typeof value !== 'string' || value.length <= MOST_LOGGED) return value
  const hash = createHash('sha256').update(value).digest('hex')
  return `${beginningOfText(value, MOST_LOGGED)}… (${counted(value.length, 'character')}, SHA-256 ${hash})`
}
