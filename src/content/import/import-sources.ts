import { keepSources, type TextSource, type WrittenKind } from '#core/content/text-sources.ts'
import type { Pack } from '../pack.ts'
import { chunks, type Tx } from './sync.ts'

/** Keeps how the texts of a pack were written, after their rows. */
export async function importSources(tx: Tx, pack: Pack, address: (text: string) => string): Promise<void> {
  const keep = async <Entry extends { key: string; source?: TextSource | undefined }>(
    kind: WrittenKind,
    entries: readonly Entry[],
    htmlOf: (entry: Entry) => string[],
    prefix = '',
  ) => {
    const rows = entries.map((entry) => ({
      key: prefix + entry.key,
      html: htmlOf(entry).map(address),
      source: withAddresses(entry.source, address),
    }))
    await keepSources(tx, kind, rows)
  }
  await keep('course', pack.courses, ({ descriptionHtml }) => [descriptionHtml])
  for (const course of pack.courses) {
    const rich = course.workouts.filter(({ contenttype }) => contenttype === 'richtext')
    await keep('workout', rich, ({ content }) => [content], `${course.key}/`)
  }
  // A part at a time: the texts of a large bank are more than there is memory for.
  for (const part of chunks(pack.questions)) await keep('question', part, questionTexts)
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
