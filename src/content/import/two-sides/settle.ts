import { cutText } from '#lib/both/text/cut-text.ts'
import { readMarks, type ContentMark } from '#core/content/content-changes.ts'
import type { ContentField, ContentKind } from '#core/content/content-kinds.ts'
import type { TextSource } from '#core/content/text-sources.ts'
import type { Db } from '#db/database.ts'
import type { Pack, PackQuestion } from '../../pack.ts'
import { storedEntries } from '../../stored/stored-pack.ts'
import { resolveTime, writtenTime } from '../../times.ts'
import { NO_COMMUNITY } from '../../schemas/learning-schemas.ts'
import { PackedQuestion } from '../../schemas/packed-question.ts'
import { letters } from '../../schemas/schemas.ts'
import {
  allTexts,
  copyOf,
  findEntry,
  inOrder,
  isDropped,
  keysBefore,
  namesOf,
  orderAs,
  putEntry,
  textOf,
  withOthers,
  type Entry,
  type Found,
} from './entries.ts'
import type { Conflict, Side } from './conflicts.ts'

/** What becomes of the changes of the console in an import. */
export interface Settled {
  /** As it is to be imported. */
  pack: Pack
  conflicts: Conflict[]
  /** Marks as they are after it, where they change; one without fields goes. */
  marks: ContentMark[]
}

/**
 * Compares a pack with what was changed in the console, and makes of both what an import is to write. What is said alike
 * by both is no change of the console any more.
 * @param address puts the addresses of stored files into what the pack says
 * @param side whose word counts; the console's where nobody says
 */
export async function settle(
  db: Db,
  pack: Pack,
  address: (text: string) => string,
  side: Side = 'console',
): Promise<Settled> {
  const marks = inOrder(await readMarks(db))
  if (marks.length === 0) return { pack, conflicts: [], marks: [] }
  const stored = await storedEntries(db, marks)
  const merged = copyOf(pack)
  const conflicts: Conflict[] = []
  const narrowed: ContentMark[] = []
  for (const mark of marks) {
    const here = findEntry(stored, mark.kind, mark.key)
    const there = findEntry(pack, mark.kind, mark.key)
    const found = compare(pack, mark, here, there, address)
    if (side === 'console') keep(merged, mark, here, found.conflicts)
    const told = side === 'pack' ? found.conflicts : found.conflicts.filter(({ field }) => field !== 'made')
    conflicts.push(...told)
    const fields = side === 'pack' ? [] : found.left
    if (fields.length < mark.fields.length) narrowed.push({ ...mark, fields })
  }
  return { pack: merged, conflicts, marks: narrowed }
}

/** What of a mark the pack says otherwise, and which of its fields stay marked unless the pack's word counts. */
function compare(
  pack: Pack,
  { kind, key, fields }: ContentMark,
  here: Found | undefined,
  there: Found | undefined,
  address: (text: string) => string,
): { conflicts: Conflict[]; left: ContentField[] } {
  const conflict = (field: ContentField, ours: string, theirs: string) => ({
    kind,
    key,
    field,
    here: ours,
    pack: theirs,
  })
  if (here && there) {
    if (here.entry.hidden && fields.includes('retired'))
      return { conflicts: [conflict('retired', 'taken away', 'there')], left: fields }
    const different = fields.filter((field) =>
      field === 'order'
        ? place(here, there) !== place(there, here)
        : valueOf(kind, field, here.entry, (text) => text) !== valueOf(kind, field, there.entry, address),
    )
    const conflicts = different.map((field) =>
      field === 'order'
        ? conflict(field, place(here, there), place(there, here))
        : conflict(field, shown(kind, field, here.entry), address(shown(kind, field, there.entry))),
    )
    return { conflicts, left: different }
  }
  if (here) {
    if (here.entry.hidden || !isDropped(pack, kind, here)) return { conflicts: [], left: fields }
    const isMade = fields.includes('made')
    return { conflicts: [conflict(isMade ? 'made' : 'retired', 'there', 'not there')], left: fields }
  }
  return { conflicts: [], left: there ? [] : fields }
}

/** Makes a pack say what the console says, where they differ. */
function keep(merged: Pack, { kind, key }: ContentMark, here: Found | undefined, conflicts: Conflict[]): void {
  for (const { field } of conflicts) {
    const there = findEntry(merged, kind, key)
    if (there && here && field === 'order') orderAs(there, here)
    else if (there && here) replace(merged, kind, there, changesOf(kind, field, here.entry, there.entry))
    else if (here) putEntry(merged, kind, here)
  }
}

function replace(merged: Pack, kind: ContentKind, { list, index, entry }: Found, changes: Entry): void {
  if (kind === 'site') Object.assign(merged.site, changes)
  else list[index] = { ...plain(entry), ...changes }
}

/** A question of a pack is no plain object. */
function plain(entry: unknown): Entry {
  return entry instanceof PackedQuestion ? { ...entry.toJSON() } : (entry as Entry)
}

/** What is to be changed in an entry of the pack so that a field is the console's, with how it was written. */
function changesOf(kind: ContentKind, field: ContentField, here: Entry, there: Entry): Entry {
  if (field === 'retired') return { hidden: true }
  const fields = withOthers(kind, field)
  const names = fields.flatMap((one) => namesOf(kind, one))
  const values = Object.fromEntries(names.map((name) => [name, here[name]]))
  const texts = fields.flatMap((one) => textOf(kind, one) ?? [])
  if (texts.length === 0) return values
  const [ours, theirs] = [sourceOf(here), sourceOf(there)]
  // The pack's entry may have none of these: it was a file before it was a text.
  if (allTexts(kind).every((text) => texts.includes(text))) return { ...values, source: ours }
  const written = texts.map((text): [string, string | string[] | undefined] => [text, ours?.texts[text]])
  if (!theirs || written.some(([, text]) => text === undefined)) return { ...values, source: undefined }
  const source = {
    texts: { ...theirs.texts, ...Object.fromEntries(written) },
    media: { ...theirs.media, ...ours?.media },
  }
  return { ...values, source }
}

/** Entries of a pack and of the content have their sources at one place. */
function sourceOf({ source }: Entry): TextSource | undefined {
  return source as TextSource | undefined
}

/** Where an entry stands in its list, told by what stands before it there and is in the other list too. */
function place(found: Found, other: Found): string {
  const before = keysBefore(found, other)
  return before.length === 0 ? 'first' : `behind ${before.join(', ')}`
}

/** What a field says, in a form in which both sides say the same alike. */
function valueOf(kind: ContentKind, field: ContentField, entry: Entry, address: (text: string) => string): string {
  const values = namesOf(kind, field).map((name) => entry[name])
  // No table keeps the keys of sections.
  const told = kind === 'exam' && field === 'sections' ? values.map(withoutKeys) : values
  return address(JSON.stringify(told.map(alike)))
}

function withoutKeys(sections: unknown): unknown {
  return Array.isArray(sections) ? sections.map((section: Entry) => ({ ...section, key: undefined })) : sections
}

/** A value without what stands for nothing, its parts in order, and times written in one way. */
function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value)) return oneWay(value)
  if (typeof value !== 'object' || value === null) return isNothing(value) ? null : value
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [name, alike(part)])
  const told = parts.filter(([, part]) => !isNothing(part)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return told.length === 0 ? null : Object.fromEntries(told)
}

function oneWay(text: string): string {
  try {
    return writtenTime(resolveTime(text, 0))
  } catch {
    // A text that only begins like a time.
    return text
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '' || value === NO_COMMUNITY
}

/** Characters of a value that are shown. */
const SHOWN = 60

/** A field for people: as it was written, where that is known. */
function shown(kind: ContentKind, field: ContentField, entry: Entry): string {
  const text = textOf(kind, field)
  const written = text === undefined ? undefined : sourceOf(entry)?.texts[text]
  const [first] = namesOf(kind, field).map((name) => entry[name])
  if (kind === 'question' && field === 'options') return optionsLine(first as PackQuestion['options'], written)
  return oneLine(written ?? first)
}

/** `'["4","6"]', the right one B`. */
function optionsLine(options: PackQuestion['options'], written: unknown): string {
  const right = letters[options.findIndex(({ isAnswer }) => isAnswer)]
  return `${oneLine(written ?? options.map(({ contentHtml }) => contentHtml))}, the right one ${right}`
}

function oneLine(value: unknown): string {
  if (isNothing(value)) return 'nothing'
  const line = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
  return `'${cutText(line, SHOWN)}'`
}
