import * as z from 'zod/mini'
import { HOUR } from '#lib/both/time/clock.ts'
import { courseExam } from '#features/exams/list/course-exams.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { count, decimal, digitText, done, id, means, named, text, whole, yesNo } from '#lib/both/calls/fields.ts'
import {
  decimalSeconds,
  howMany,
  instant,
  isoInstant,
  minutes,
  rowId,
  rupees,
  safeHtml,
} from '#lib/both/calls/reply-fields.ts'
import { MOST_WATCHED_MS } from './player/watching.rules.ts'

/** The page of a bought course: document 2, sections 3, 4 and 7. */

const courseStatuses = ['Active', 'Not Purchased', 'Expired'] as const
export type CourseStatus = (typeof courseStatuses)[number]

/** '1' and '0', as the specification says yes and no here. */
const flag = z.enum(['0', '1'])

const chapter = z.object({
  id: rowId,
  content_id: rowId,
  title: z.string(),
  duration: minutes,
  open: means(z.boolean(), 'The learner may open it'),
  watched: means(flag, 'Watched; of a chapter without a video: marked as read'),
  has_video: means(
    z.boolean(),
    'Ours: false where neither the chapter nor its course has a video; such a chapter is marked as read',
  ),
  video: means(
    z.nullable(z.string()),
    "Null without a video or while the chapter is locked; 'NILL' is the specification's placeholder for none",
  ),
  video_provider: z.nullable(z.enum(['vimeo', 'youtube', 'file'])),
  hparameter: means(z.nullable(z.string()), 'The hash parameter of an unlisted Vimeo video'),
  captions: means(z.nullable(z.string()), 'Address of WebVTT captions'),
  position: means(decimalSeconds, 'Where playback stopped'),
  question_count: means(howMany, 'Questions of its video based exam'),
})

export type Chapter = z.output<typeof chapter>

const section = z.object({ id: rowId, title: z.string(), demo: flag, chapters: z.array(chapter) })

export type Section = z.output<typeof section>

const syllabus = z.object({
  id: rowId,
  syllabus_year: z.string(),
  attachment: means(z.nullable(z.string()), 'Null while the course is not active'),
})

const pageContent = z.object({
  id: rowId,
  title: z.string(),
  content: safeHtml,
  courseStatus: z.enum(courseStatuses),
  payment_status: z.nullable(z.enum(['closedpymnt', 'partialpymnt'])),
  transaction_id: means(z.nullable(rowId), 'Of the purchase, by which it is renewed; null for a course not bought'),
  renewal_amount: rupees,
  validity: means(z.nullable(z.string()), 'dd-MM-yyyy, null for a course not bought'),
  validity_iso: z.nullable(isoInstant),
  phone: means(z.string(), 'The sales phone of the expired modal'),
  syllabuses: z.array(syllabus),
  details: z.object({
    thumbnail: z.string(),
    thumbnail_alt: z.string(),
    gst: means(z.number(), 'Percent. A renewal has no GST line: its amount is what is paid'),
    cover: z.nullable(z.string()),
    video: means(z.nullable(z.string()), "The course-level video on the other provider; null or 'NILL' without one"),
    discussion_panel_id: z.nullable(rowId),
    courseCommunityJoined: z.boolean(),
    /** Invitation links; null without one or while the course is not active. */
    wa_community: z.nullable(z.string()),
    tg_community: z.nullable(z.string()),
  }),
  metas: means(
    z.array(z.object({ id: rowId, option: z.string() })),
    "Identify the communities of the course: `option` is 'wa_community' or 'tg_community'",
  ),
  last_chapter_id: means(z.nullable(rowId), 'The chapter the learner watched last'),
  sections: z.array(section),
})

export type CoursePage = z.output<typeof pageContent>

export const getMyCourse = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/{id}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'A course with its sections, chapters and what the learner may open',
  params: z.object({ id }),
  reply: z.object({ status: z.boolean(), page_content: pageContent }),
})

const chapterDocument = z.object({ id: rowId, title: z.string(), value: z.string() })

export const getChapterExams = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/chapterexams/{chapterId}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'Exams and documents of a chapter; document addresses are signed and work for a short time',
  params: z.object({ chapterId: id }),
  reply: z.object({
    status: z.boolean(),
    server_time: instant,
    data: z.object({ exams: z.array(courseExam), documents: z.array(chapterDocument) }),
  }),
})

/**
 * What stands for a chapter's video in an address: its id at the provider; of a file its name, the last part of `video`,
 * or the whole of it; of a chapter without a video of its own the chapter's id.
 */
const chapterVideo = text(1000).check(z.minLength(1, { error: 'Is missing' }))

/** `id` is `option_id` under the name that document 2, section 3, has besides. */
const videoOption = z.object({ option_id: rowId, id: rowId, answer_option: z.string(), isAnswer: yesNo })

const videoQuestion = z.object({
  qid: rowId,
  question_content: z.string(),
  explanation: means(z.string(), 'Why the answer is right'),
  options: z.array(videoOption),
})

export type VideoQuestion = z.output<typeof videoQuestion>

export const getChapterQuestions = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/chapterquestions/{chapterVideo}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: "The questions on a chapter's video, with their answers",
  params: z.object({ chapterVideo }),
  // Ours: which chapter, where several show the video.
  body: z.object({ chapter_id: z.optional(id) }),
  reply: z.object({ status: z.boolean(), data: z.object({ questions: z.array(videoQuestion) }) }),
})

/** Ids with commas between them; empty when nothing was answered. */
const ids = digitText(
  text(2400).check(
    z.refine((value) => value === '' || value.split(',').every((part) => /^[1-9]\d{0,9}$/.test(part)), {
      error: 'Must be ids with commas between them',
    }),
  ),
  'Must be ids with commas between them',
)

export const submitChapterQuestions = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/chapterquestionsubmit/{chapterVideo}',
  creates: true,
  limit: { count: 120, span: HOUR },
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'Stores the answers of a video based exam',
  params: z.object({ chapterVideo }),
  body: z.object({ chapter_id: id, qids: ids, option_ids: ids, correct_count: count, incorrect_count: count }),
  reply: done,
})

export const logSyllabus = endpoint({
  method: 'POST',
  path: '/user/courses/cc/customercoursesyllabuslog',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'Notes that the learner opened a syllabus',
  query: z.object({ course_id: id }),
  reply: done,
})

export const logPurchaseInterest = endpoint({
  method: 'POST',
  path: '/user/courses/cc/customercoursepurchaselog',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Notes that the learner went to buy a course',
  query: z.object({
    course_id: id,
    page: z.enum(['proceed_to_buy_web', 'course_amount_page_web'], {
      error: 'Must be proceed_to_buy_web or course_amount_page_web',
    }),
  }),
  reply: done,
})

export const logCommunityJoin = endpoint({
  method: 'POST',
  path: '/user/courses/storecustomercommunitylogs/{courseId}',
  access: 'learner',
  refuses: ['forbidden', 'not_entitled', 'not_found'],
  summary: 'Notes that the learner joined a community of a course',
  params: z.object({ courseId: id }),
  // user_id is the specification's; the token says who it really is, and a different id is refused.
  body: z.object({ user_id: id, community_id: id, course_id: id }),
  reply: done,
})

export const logVideo = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/log/{contentIdOrCourseId}/{chapterId}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary:
    'Notes that a chapter was opened, or with videowatched=1 that 300 seconds of it were watched; of a chapter without a video: that it was read',
  params: z.object({ contentIdOrCourseId: id, chapterId: id }),
  query: z.object({
    /** Where it is watched. */
    device: z._default(z.enum(['web', 'android', 'ios'], { error: 'Must be web, android or ios' }), 'web'),
    videowatched: z.optional(z.literal('1', { error: "Must be '1'" })),
  }),
  reply: done,
})

/** Ours: keeps where playback stopped, so that it resumes there, also on another device. */
export const savePosition = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/position/{chapterId}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'Keeps where playback of a chapter stopped',
  params: z.object({ chapterId: id }),
  body: z.object({
    position: means(decimal(86_400, 6, 'Must be at most 86400 seconds'), 'Seconds from the beginning'),
    watched_ms: z._default(
      means(
        whole(0, MOST_WATCHED_MS, 'Must be an hour at most, in milliseconds'),
        'Milliseconds of the video that were played since the last call',
      ),
      0,
    ),
  }),
  example: { position: 312.5, watched_ms: 10_000 },
  reply: done,
})

named({ Chapter: chapter, Section: section, CoursePage: pageContent, VideoQuestion: videoQuestion })
