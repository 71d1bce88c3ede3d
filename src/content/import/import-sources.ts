import {
  changedSources,
  writeSources,
  type TextSource,
  type WrittenEntry,
  type WrittenKind,
} from '#core/content/text-sources.ts'
import type { Db } from '#db/database.ts'
import type { Pack } from '../pack.ts'
import { MAX_ROWS, type ImportRun, type ShortTransaction } from './staging/import-run.ts'
import { chunks } from './sync.ts'

interface Written {
  key: string
  source?: TextSource | undefined
}

/** Keeps how the texts of a pack were written, but for those of questions. */
export async function importSources(run: ImportRun, pack: Pack, address: (text: string) => string): Promise<void> {
  const keep = async <Entry extends Written>(
    kind: WrittenKind,
    entries: readonly Entry[],
    htmlOf: (entry: Entry) => string[],
    prefix = '',
  ) => {
    for (const part of chunks(entries)) {
      const written = part.map((entry) => writtenEntry(entry, htmlOf(entry), address, prefix))
      const changes = await changedSources(run.db, kind, written)
      if (changes.rows.length + changes.gone.length > 0) run.last((tx) => writeSources(tx, changes))
    }
  }
  await keep('course', pack.courses, ({ descriptionHtml }) => [descriptionHtml])
  for (const course of pack.courses) {
    const rich = course.workouts.filter(({ contenttype }) => contenttype === 'richtext')
    await keep('workout', rich, ({ content }) => [content], `${course.key}/`)
  }
  await keep('exam', pack.exams, ({ instructionsHtml }) => [instructionsHtml])
  await keep(
    'news',
    pack.news.filter(({ body }) => body !== null),
    ({ body }) => [body ?? ''],
  )
  await keep('article', pack.blog, ({ body }) => [body])
  await keep('policy', pack.policies, ({ body }) => [body])
  await keep('webinar', pack.webinars, ({ aboutHtml }) => [aboutHtml])
}

/**
 * Keeps how the questions of a pack were written, in short transactions after the release: a source counts only while its
 * question has the text that was made of it, and the console changes no question.
 */
export async function importQuestionSources(
  db: Db,
  ahead: ShortTransaction,
  pack: Pack,
  address: (text: string) => string,
): Promise<void> {
  // A part at a time: the texts of a large bank are more than there is memory for.
  for (const part of chunks(pack.questions, MAX_ROWS)) {
    const written = part.map((question) => writtenEntry(question, questionTexts(question), address))
    const changes = await changedSources(db, 'question', written)
    if (changes.rows.length + changes.gone.length > 0) await ahead((tx) => writeSources(tx, changes))
  }
}

function writtenEntry(
  { key, source }: Written,
  html: string[],
  address: (text: string) => string,
  prefix = '',
): WrittenEntry {
  return { key: prefix + key, html: html.map(address), source: withAddresses(source, address) }
}

/** The HTML of a question in the order in which its source is told by it. */
export function questionTexts(question: {
  contentHtml: string
  explanationHtml: string
  options: { contentHtml: string }[]
}): string[] {
  return [question.contentHtml, question.explanationHtml, ...question.options.map(({ contentHtml }) => contentHtml)]
}

/** A source with the addresses of its files. */
export function withAddresses(
  source: TextSource | undefined,
  address: (text: string) => string,
): TextSource | undefined {
  return source && { texts: source.texts, media: mapped(source.media, address) }
}

function mapped(media: TextSource['media'], address: (text: string) => string): TextSource['media'] {
  return Object.fromEntries(Object.entries(media).map(([file, at]) => [file, address(at)]))
}
