import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named, text, whole } from '#lib/both/calls/fields.ts'
import { howMany, indianDay, minutes, rowId } from '#lib/both/calls/reply-fields.ts'

/** Calls of the dashboard: document 1, section 7. */

/** '1' means on. */
const flag = z.enum(['0', '1'])

export const getPermissions = endpoint({
  method: 'GET',
  path: '/permission_enable_api',
  access: 'learner',
  summary: 'Which parts of the dashboard are switched on',
  reply: z.object({
    status: z.boolean(),
    data: z.object({ enable_home_page_exam: flag, enable_marketing_splash: flag }),
  }),
})

const course = {
  content_id: rowId,
  title: z.string(),
  thumbnail: z.string(),
  active: means(z.boolean(), 'The learner has access to the course now'),
}

const watchedVideos = z.object({ ...course, watched_count: howMany, total_videos: howMany })
const attemptedExams = z.object({ ...course, attempted_exam_count: howMany, total_exam_count: howMany })

const counts = z.object({
  status: z.boolean(),
  total_queries: means(howMany, 'What the learner asked: questions in discussions that still stand, and tickets'),
  workout_count: means(
    z.record(z.string(), howMany),
    "Daily workouts that are out, of the learner's active courses, by their type",
  ),
  exam_summary: means(z.array(attemptedExams), "Of each of the learner's courses that has any; active courses first"),
  per_course_video_watched: z.array(watchedVideos),
})

export type DashboardCounts = z.output<typeof counts>

export const getDashboardCounts = endpoint({
  method: 'GET',
  path: '/dashboard/dashboardCount',
  access: 'learner',
  summary: 'Figures of the dashboard',
  reply: counts,
})

const studyDay = z.object({
  day: indianDay,
  minutes_watched: minutes,
  questions_answered: howMany,
})

export type StudyDay = z.output<typeof studyDay>

/** Ours: what the chart of study activity draws. */
export const getStudyActivity = endpoint({
  method: 'GET',
  path: '/dashboard/studyActivity',
  access: 'learner',
  summary: 'Minutes watched and questions answered on each of the last 30 days, oldest first',
  reply: z.object({ status: z.boolean(), days: z.array(studyDay) }),
})

const splash = z.object({
  id: rowId,
  web_image: means(z.string(), 'Address of a 16:9 picture'),
  portrait_image: means(z.nullable(z.string()), 'Address of a 3:4 picture, for screens that are taller than wide'),
  alt: means(z.string(), 'All that the picture says'),
  title: means(z.string(), "What to show beside the picture as text; '' where the picture says it"),
  text: z.string(),
  splash_success: z.string(),
})

export type Splash = z.output<typeof splash>

export const getAppBanner = endpoint({
  method: 'GET',
  path: '/page/appbanner',
  access: 'anyone',
  versioned: true,
  summary: 'The marketing splash',
  reply: z.object({ status: z.boolean(), data: z.object({ marketing_splash: z.array(splash) }) }),
})

export const logMarketingSplash = endpoint({
  method: 'POST',
  path: '/user/logmarketingsplash/{id}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Notes that the learner confirmed a marketing splash',
  params: z.object({ id }),
  reply: done,
})

/** 0 or 1, as a number or a digit. */
const bit = whole(0, 1, 'Must be 0 or 1')

export const createPreference = endpoint({
  method: 'POST',
  path: '/user/preference/create',
  access: 'learner',
  summary: 'Stores what the learner prepares for; a later answer replaces it',
  body: z.object({
    options: z
      .array(text(100), { error: 'Must be a list of keys' })
      .check(z.minLength(1, { error: 'At least one is needed' }), z.maxLength(50, { error: 'At most 50' })),
    course: bit,
    exam: bit,
  }),
  reply: done,
})

named({ DashboardCounts: counts, StudyDay: studyDay, Splash: splash })
