import type { Chapter, CoursePage } from '#features/course/course.contract.ts'

/** A chapter as a course page has it. */
export const chapter = (id: number, more: Partial<Chapter> = {}): Chapter => ({
  id,
  content_id: id + 100,
  title: `Chapter ${id}`,
  duration: 12,
  open: true,
  watched: '0',
  has_video: true,
  video: null,
  video_provider: null,
  hparameter: null,
  captions: null,
  position: 0,
  question_count: 0,
  ...more,
})

/** A course's details as its page has them. */
export const details = (more: Partial<CoursePage['details']> = {}): Pick<CoursePage, 'details'> => ({
  details: {
    thumbnail: '/media/thumb.svg',
    thumbnail_alt: '',
    gst: 18,
    cover: '/media/cover.svg',
    video: null,
    discussion_panel_id: null,
    courseCommunityJoined: false,
    wa_community: null,
    tg_community: null,
    ...more,
  },
})
