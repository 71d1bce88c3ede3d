import type { FileStore } from '#providers/files/file-store.ts'
import { mediaPath, storedName } from '#providers/files/file-store.ts'
import { contentTypeOf } from '#providers/files/kinds.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { MarkdownOptions, MarkdownProblem, MediaAddress } from '#lib/server/markdown/markdown.ts'
import { renderApart } from '#lib/server/markdown/render-apart.ts'
import { measured } from './stored-picture.ts'
import type { StaffContext } from '../context.ts'
import type { TextSource } from './text-sources.ts'

/** A text that staff wrote: as it is shown, and as it was written (`keepSources`). */
export interface WrittenText {
  html: string
  source: TextSource
  /** Likely mistakes, a sentence each, which do not keep the text from being stored. */
  warnings: string[]
}

/** Files that a text may name. */
const mentions = /media\/[\w./-]+/g

/**
 * Renders a text in Markdown as the reading of a pack does (docs/content-pack.md, 'Rules for all files'). `media/…` names what
 * the text named before, or a stored file by the last part of its address, as an uploaded picture is inserted.
 * @param text `field`: of the form, which an error names. `name`: what the text is called in the entry's source. `before`: the
 *   source of what is changed, if there is one
 * @throws invalid naming `field`, with the line of the first mistake; ApiError as `renderApart`
 */
export async function renderWritten(
  { files, staff, signal }: Pick<StaffContext, 'files' | 'staff' | 'signal'>,
  {
    field,
    name,
    text,
    before,
    ...how
  }: { field: string; name: string; text: string; before?: Pick<TextSource, 'media'> | undefined } & Pick<
    MarkdownOptions,
    'inline' | 'breaks' | 'mathml'
  >,
): Promise<WrittenText> {
  const found = new Map<string, MediaAddress>()
  const waiter = { member: staff.id, signal: signal() }
  const rendered = await renderApart(async () => {
    for (const path of new Set(text.match(mentions))) {
      waiter.signal.throwIfAborted()
      const media = await mediaNamed(files, path, before)
      if (media) found.set(path, media)
    }
    return { text, media: found, how }
  }, waiter)
  if (!rendered)
    throw invalid({ [field]: 'This text takes too long to render. Please divide it, or use fewer formulas.' })
  const [problem] = rendered.problems
  if (problem) throw invalid({ [field]: lineOf(problem) })
  const media = Object.fromEntries([...found].map(([path, { address }]) => [path, address]))
  return { html: rendered.html, source: { texts: { [name]: text }, media }, warnings: rendered.warnings.map(lineOf) }
}

/** `Line 3: …`, for the person who wrote the text. */
export function lineOf({ line, message }: MarkdownProblem): string {
  return `Line ${line + 1}: ${message}`
}

async function mediaNamed(
  files: Pick<FileStore, 'openPublic'>,
  path: string,
  before: Pick<TextSource, 'media'> | undefined,
): Promise<MediaAddress | undefined> {
  const name = (before?.media[path] ?? `/${path}`).slice(mediaPath.length + 1)
  if (!storedName.test(name)) return undefined
  const file = await files.openPublic(name)
  if (!file) return undefined
  const address = `${mediaPath}/${name}`
  if (!contentTypeOf(name).startsWith('image/')) return { address, kind: 'other' }
  const size = await measured(file, name)
  return size && { address, kind: 'picture', ...size }
}
