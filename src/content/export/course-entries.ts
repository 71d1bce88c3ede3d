import type { PackChapter, PackCourse, PackWorkout } from '../pack.ts'
import type { PackOut } from './pack-out.ts'

/** Writes courses with all that they are made of. */
export function writeCourses(out: PackOut, courses: readonly PackCourse[]): void {
  for (const course of courses) {
    const folder = `courses/${course.key}`
    out.yaml(`${folder}/course.yaml`, courseEntry(out, course))
    out.textFile(`${folder}/description`, course.source, 'description', course.descriptionHtml)
    if (course.workouts.length === 0) continue
    out.yaml(
      `${folder}/workouts.yaml`,
      course.workouts.map((workout) => workoutEntry(out, workout, `workout ${course.key}/${workout.key}`)),
    )
  }
}

function courseEntry({ media }: PackOut, course: PackCourse) {
  const of = `course ${course.key}`
  const { key, title, summary, group, category, subcategory, thumbnail, thumbnail_alt, price, offer_price } = course
  const { gst, validity_days, tags, popularity, rating, published, cover, video, communities } = course
  return {
    ...{ key, title, summary, group, category, subcategory },
    thumbnail: media.publicFile(thumbnail, of),
    ...{ thumbnail_alt, price, offer_price, gst, validity_days, tags, popularity, rating, published },
    cover: cover === undefined ? undefined : media.publicFile(cover, of),
    ...{ video, communities, discussion_panel: course.discussion_panel },
    syllabuses: someOf(course.syllabuses.map(({ year, file }) => ({ year, file: media.privateFile(file, of) }))),
    sections: course.sections.map(({ chapters, ...section }) => ({
      ...{ key: section.key, title: section.title, demo: section.demo },
      chapters: chapters.map((chapter) => chapterEntry(media, chapter, `chapter ${key}/${chapter.key}`)),
    })),
  }
}

function chapterEntry(media: PackOut['media'], chapter: PackChapter, of: string) {
  const { key, title, minutes, captions, documents, questions } = chapter
  return {
    ...{ key, title, minutes, video: videoOf(media, chapter, of) },
    captions: captions === null ? undefined : media.privateFile(captions, of),
    documents: someOf(documents.map((row) => ({ ...row, file: media.privateFile(row.file, of) }))),
    questions: someOf(questions),
  }
}

function videoOf(media: PackOut['media'], { provider, video, hash }: PackChapter, of: string): string | undefined {
  if (video === null) return undefined
  if (provider === 'file') return media.privateFile(video, of)
  if (provider === null) return video
  return `${provider}:${video}${hash === null ? '' : `/${hash}`}`
}

/** What a pack calls the types of workouts. */
const types: Record<PackWorkout['contenttype'], string> = {
  audios: 'audio',
  images: 'image',
  documents: 'document',
  richtext: 'richtext',
  plain: 'plain',
}

function workoutEntry(out: PackOut, workout: PackWorkout, of: string) {
  const { key, contenttype, title, content, filename, source, published } = workout
  const head = { key, type: types[contenttype], title }
  if (contenttype === 'plain') return { ...head, text: content, published }
  if (contenttype === 'richtext') {
    const { texts, html } = out.texts(source, { text: content }, of)
    return { ...head, ...texts, html, published }
  }
  const file = out.media.privateFile(content, of, filename)
  return { ...head, file, filename: file.endsWith(`/${filename}`) ? undefined : filename, published }
}

/** A list that has something in it: an empty one is left out. */
function someOf<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list
}
