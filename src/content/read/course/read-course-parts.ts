import path from 'node:path'
import { pictureRatios } from '#core/content/stored-picture.ts'
import type { WorkoutType } from '#features/workouts/workouts.contract.ts'
import {
  NO_VIDEO,
  videoSource,
  workoutsSchema,
  type ChapterEntry,
  type WorkoutEntry,
} from '../../schemas/learning-schemas.ts'
import type { PackChapter, PackCourse, PackWorkout } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import type { CourseFile } from '../../schemas/schemas.ts'
import type { Path, YamlFile } from '../yaml-file.ts'

/** Pictures that stand in the place of a video. */
export const THUMBNAIL = pictureRatios.wide

type Parts = Pick<PackCourse, 'sections' | 'syllabuses' | 'workouts'> & { cover?: string }

/** Reads what a course's learners meet: lectures, documents, syllabuses and workouts. Their files are private. */
export async function readCourseParts(reader: PackReader, file: YamlFile, course: CourseFile): Promise<Parts> {
  const sections = []
  for (const [index, section] of course.sections.entries()) {
    const chapters = []
    for (const [at, chapter] of section.chapters.entries()) {
      chapters.push(await readChapter(reader, file, ['sections', index, 'chapters', at], chapter))
    }
    sections.push({ ...section, chapters })
  }
  const syllabuses = []
  for (const [index, { year, file: name }] of (course.syllabuses ?? []).entries()) {
    syllabuses.push({ year, file: await reader.privateFile(file, ['syllabuses', index, 'file'], name, 'document') })
  }
  const cover = course.cover && (await reader.picture(file, ['cover'], course.cover, THUMBNAIL))
  const workouts = await readWorkouts(reader, `${path.dirname(file.name)}/workouts.yaml`)
  return { sections, syllabuses, workouts, ...(cover && { cover }) }
}

async function readChapter(
  reader: PackReader,
  file: YamlFile,
  at: Path,
  { key, title, minutes, video, captions, documents = [], questions = [] }: ChapterEntry,
): Promise<PackChapter> {
  reader.knowQuestions(file, [...at, 'questions'], questions)
  const kept = []
  for (const [index, document] of documents.entries()) {
    const name = await reader.privateFile(file, [...at, 'documents', index, 'file'], document.file, 'document')
    kept.push({ ...document, file: name })
  }
  return {
    key,
    title,
    minutes,
    ...(await readVideo(reader, file, [...at, 'video'], video)),
    captions: captions === undefined ? null : await reader.privateFile(file, [...at, 'captions'], captions, 'captions'),
    documents: kept,
    questions,
  }
}

async function readVideo(
  reader: PackReader,
  file: YamlFile,
  at: Path,
  video: string | undefined,
): Promise<Pick<PackChapter, 'provider' | 'video' | 'hash'>> {
  const source = video === undefined ? undefined : videoSource(video)
  if (!source) return { provider: null, video: null, hash: null }
  switch (source.provider) {
    case 'file':
      return { provider: 'file', video: await reader.privateFile(file, at, source.file, 'video'), hash: null }
    case 'vimeo':
      return { provider: 'vimeo', video: source.id, hash: source.hash }
    case 'youtube':
      return { provider: 'youtube', video: source.id, hash: null }
    case null:
      return { provider: null, video: NO_VIDEO, hash: null }
  }
}

const workoutTypes: Record<WorkoutEntry['type'], WorkoutType> = {
  audio: 'audios',
  image: 'images',
  document: 'documents',
  richtext: 'richtext',
  plain: 'plain',
}

async function readWorkouts(reader: PackReader, name: string): Promise<PackWorkout[]> {
  const file = reader.has(name) ? reader.yaml(name) : undefined
  const workouts: PackWorkout[] = []
  for (const [index, entry] of (file?.parse(workoutsSchema) ?? []).entries()) {
    workouts.push({
      key: entry.key,
      contenttype: workoutTypes[entry.type],
      title: entry.title,
      content: await workoutContent(reader, file!, index, entry),
      filename: entry.filename ?? (entry.file === undefined ? '' : path.posix.basename(entry.file)),
      source: isMarkdown(entry) ? reader.sourceOf({ text: entry.text ?? '' }) : undefined,
      published: entry.published,
    })
  }
  return workouts
}

function isMarkdown({ type, html }: WorkoutEntry): boolean {
  return type === 'richtext' && !html
}

async function workoutContent(reader: PackReader, file: YamlFile, index: number, entry: WorkoutEntry): Promise<string> {
  const { type, text = '', file: name = '' } = entry
  switch (type) {
    case 'plain':
      return text.trim()
    case 'richtext':
      return reader.written(file, [index, 'text'], text, { asHtml: entry.html })
    case 'audio':
    case 'document':
      return reader.privateFile(file, [index, 'file'], name, type)
    case 'image':
      return reader.privateFile(file, [index, 'file'], name, 'picture')
  }
}
