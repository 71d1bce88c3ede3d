import type { Services } from '#core/context.ts'
import type { SignLink } from '#core/files/private-files.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Chapter } from '../../course.contract.ts'
import { hasVideo } from '../../player/video.rules.ts'
import type { ChapterRow, CourseContent, SectionRow } from './course-content.ts'

/** A chapter as the reply has it for a learner who has not begun it, and its JSON. */
interface WrittenChapter {
  chapter: Chapter
  json: string
}

interface WrittenSection {
  /** The section's JSON up to its chapters. */
  head: string
  chapters: WrittenChapter[]
}

interface Written {
  sections: WrittenSection[]
  at: number
}

/** What a learner has done in a chapter. */
export interface Progress {
  viewed_at: number | null
  watched_at: number | null
  position_ms: number | null
  position_at: number | null
}

/** How long the same addresses of videos are given to all who may open them: they work for hours. */
const SHARED = 30 * SECOND

/** Of each content, for those whose course is active and for all others. */
const written = new WeakMap<CourseContent, { active?: Written; other?: Written }>()

/**
 * The sections of a course as JSON, as the contract has them. What is the same for all who may open as much is written once.
 * @param progress by the ids of chapters that the learner has begun
 */
export async function sectionsJson(
  { links, now }: Pick<Services, 'links' | 'now'>,
  content: CourseContent,
  active: boolean,
  progress: ReadonlyMap<number, Progress>,
): Promise<string> {
  const kept = written.get(content) ?? {}
  written.set(content, kept)
  const who = active ? 'active' : 'other'
  const at = now()
  let current = kept[who]
  if (!current || Math.abs(at - current.at) >= SHARED) {
    const sign = await links.signer()
    current = { sections: content.sections.map((section) => writeSection(content, section, active, sign)), at }
    kept[who] = current
  }
  const sections = current.sections.map(
    ({ head, chapters }) => `${head}${chapters.map((chapter) => withProgress(chapter, progress)).join(',')}]}`,
  )
  return `[${sections.join(',')}]`
}

function withProgress({ chapter, json }: WrittenChapter, progress: ReadonlyMap<number, Progress>): string {
  const own = progress.get(chapter.id)
  if (!own) return json
  const { watched_at, position_ms } = own
  return JSON.stringify({
    ...chapter,
    watched: watched_at === null ? '0' : '1',
    position: (position_ms ?? 0) / SECOND,
  } satisfies Chapter)
}

function writeSection(content: CourseContent, section: SectionRow, active: boolean, sign: SignLink): WrittenSection {
  const { id, title, demo } = section
  const open = active || demo === 1
  const end = ']}'
  const empty = JSON.stringify({ id, title, demo: demo === 1 ? '1' : '0', chapters: [] })
  return {
    head: empty.slice(0, -end.length),
    chapters: section.chapters.map((row) => {
      const chapter = chapterOf(row, content.course.video, open, sign)
      return { chapter, json: JSON.stringify(chapter) }
    }),
  }
}

function chapterOf(row: ChapterRow, courseVideo: string | null, open: boolean, sign: SignLink): Chapter {
  const file = row.video_provider === 'file'
  return {
    id: row.id,
    content_id: row.course_id,
    title: row.title,
    duration: row.minutes,
    open,
    watched: '0',
    has_video: hasVideo(row.video, courseVideo),
    video: open && row.video ? (file ? sign(row.video, row.title) : row.video) : null,
    video_provider: open ? row.video_provider : null,
    hparameter: open ? row.hparameter : null,
    captions: open && row.captions ? sign(row.captions, row.title) : null,
    position: 0,
    question_count: row.question_count ?? 0,
  }
}
