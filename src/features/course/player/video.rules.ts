import type { Chapter, CoursePage } from '../course.contract.ts'

/** The video of a course page: document 2, sections 2 and 9. */

/** What stands where the video plays. */
export type Source =
  | { kind: 'file'; src: string; captions: string | null }
  | { kind: 'vimeo'; id: string; hash: string | null }
  | { kind: 'youtube'; id: string }
  | { kind: 'picture' }
  | { kind: 'locked' }

/** The placeholder for no video at all (document 2, section 9). */
export const NO_VIDEO = 'NILL'

/** Whether anything plays in a chapter: its own video, else its course's. */
export function hasVideo(own: string | null, ofCourse: string | null): boolean {
  const video = own || ofCourse
  return !!video && video !== NO_VIDEO
}

const youtubeId = /^[\w-]{11}$/

/**
 * The chapter's video; without one the course's, on the other provider; without that, or with the placeholder, the
 * course's picture (document 2, section 2, 'Course video player').
 */
export function sourceOf(course: Pick<CoursePage, 'details'>, chapter: Chapter | undefined): Source {
  if (chapter && !chapter.open) return { kind: 'locked' }
  if (chapter?.video === NO_VIDEO) return { kind: 'picture' }
  if (chapter?.video) {
    const { video, video_provider, hparameter, captions } = chapter
    if (video_provider === 'file') return { kind: 'file', src: video, captions }
    if (video_provider === 'vimeo' && /^\d+$/.test(video)) return { kind: 'vimeo', id: video, hash: hparameter }
    if (video_provider === 'youtube' && youtubeId.test(video)) return { kind: 'youtube', id: video }
    return { kind: 'picture' }
  }
  const fallback = course.details.video
  return fallback && youtubeId.test(fallback) ? { kind: 'youtube', id: fallback } : { kind: 'picture' }
}

/** `abc.webm` of `/files/abc.webm?sig=…`; an id at a provider is left as it is. */
export function videoName(video: string): string {
  return video.split('?')[0]!.split('/').pop()!
}

/** What stands for a chapter in the addresses of the questions on its video: the video's name, else the chapter's id. */
export function chapterVideo({ id, video }: Pick<Chapter, 'id' | 'video'>): string {
  return (video !== NO_VIDEO && video && videoName(video)) || String(id)
}

/** What the picture is without a video. */
export function pictureOf({ details }: Pick<CoursePage, 'details'>): string {
  return details.thumbnail || details.cover || ''
}

/** The first seconds are not worth resuming. */
const RESUME_FROM = 5

/**
 * Where playback goes on; 0 is from the beginning. A video that was left within its last ten seconds begins anew.
 * @param length seconds, as far as they are known
 */
export function resumeAt(position: number, length: number): number {
  return position >= RESUME_FROM && (length <= 0 || position < length - 10) ? position : 0
}
