import { renderWritten } from '#core/content/written-text.ts'
import type { TextSource } from '#core/content/text-sources.ts'
import type { StaffContext } from '#core/context.ts'
import { contentFile } from '#core/files/content-files.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { WorkoutType } from '../../workouts.contract.ts'
import { useOf } from '../workouts.rules.ts'
import { markdownOf, type StoredWorkout } from './read-workouts.ts'

/** What a form says that a workout is made of. */
export interface SaidContent {
  type: WorkoutType
  audio?: string | undefined
  picture?: string | undefined
  document?: string | undefined
  markdown?: string | undefined
  text?: string | undefined
  filename?: string | undefined
  /** What a new file was called. */
  called?: string | undefined
}

/** What is stored of it. */
export interface WorkoutContent {
  content: string
  filename: string
  /** Of a text in Markdown. */
  source: TextSource | undefined
}

/**
 * What is stored of what a form says.
 * @param before what is changed
 * @throws invalid naming the field of the type
 */
export async function contentOf(
  ctx: Pick<StaffContext, 'files' | 'staff' | 'signal'>,
  said: SaidContent,
  before?: StoredWorkout,
): Promise<WorkoutContent> {
  const use = useOf(said.type)
  if (use !== undefined) {
    const file = said[use]
    if (file === undefined || !(await contentFile(ctx.files, file, [use])))
      throw invalid({ [use]: 'Please choose a file' })
    const known = before?.content === file ? before.filename : undefined
    const filename = said.filename || known || said.called
    if (!filename) throw invalid({ filename: 'Please say what the file is called' })
    return { content: file, filename, source: undefined }
  }
  if (said.type === 'plain') {
    if (said.text === undefined) throw invalid({ text: 'Please write the text' })
    return { content: said.text.trim(), filename: '', source: undefined }
  }
  return { ...(await richText(ctx, said.markdown, before)), filename: '' }
}

async function richText(
  ctx: Pick<StaffContext, 'files' | 'staff' | 'signal'>,
  markdown: string | undefined,
  before: StoredWorkout | undefined,
): Promise<Omit<WorkoutContent, 'filename'>> {
  const rich = before?.contenttype === 'richtext' ? before : undefined
  const { content, source } = rich ?? {}
  // What was rendered elsewhere, or came as HTML, stays as it is until it is written anew.
  if (content !== undefined && (markdown ?? null) === markdownOf(source)) return { content, source }
  if (markdown === undefined) throw invalid({ markdown: 'Please write the text' })
  const written = await renderWritten(ctx, { field: 'markdown', name: 'text', text: markdown, before: source })
  return { content: written.html, source: written.source }
}
