import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, LARGEST_ID, line, means, named, text, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
import { after, day, next, version } from '#lib/both/calls/staff-fields.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import {
  endProblem,
  isJoinUrl,
  LATEST_TIME,
  LONGEST_CLASS,
  MOST_CLASS_TITLE,
  MOST_JOIN_URL,
  MOST_MENTOR,
} from '../class.rules.ts'
import {
  classAuthors,
  classLists,
  classReaders,
  classStates,
  MOST_AT_ONCE,
  rhythms,
  type Rhythm,
} from './classes.rules.ts'

/** Live classes of all courses, as staff make, move and cancel them. */

const readers = { access: 'staff', roles: classReaders, method: 'GET' } as const
const authors = { access: 'staff', roles: classAuthors, method: 'POST' } as const

/** Classes a page. */
export const CLASSES_PAGE = 50

const course = z.object({
  id: rowId,
  title: z.string(),
  withdrawn: means(z.boolean(), 'It is no longer among the content; those who have it keep it'),
})
export type CourseOfClasses = z.output<typeof course>

const listed = z.object({
  id: rowId,
  title: z.string(),
  mentor: z.string(),
  course,
  starts_at: instant,
  ends_at: instant,
  join_url: z.string(),
  state: z.enum(classStates),
  follows_day: means(z.boolean(), 'Its times are words of a pack, such as today 18:00, and move with the day'),
  version: rowId,
})
export type ListedClass = z.output<typeof listed>

export const listClasses = endpoint({
  ...readers,
  path: '/staff/live-classes',
  secondFactor: 'session',
  summary: 'Live classes, those to come by their start, others the latest first; fifty a page',
  ...searches('content', 'words'),
  query: z.object({
    list: z._default(means(z.enum(classLists), 'upcoming: also those under way'), 'upcoming'),
    course: z.optional(id),
    from: means(z.optional(day), 'From this day in India on'),
    to: means(z.optional(day), 'Until the end of this day in India'),
    words: means(z.optional(line(MAX_STAFF_SEARCH)), "In the title or the mentor's name"),
    after,
  }),
  reply: z.object({ data: z.array(listed), next }),
})

export const classChoices = endpoint({
  ...readers,
  path: '/staff/live-classes/choices',
  secondFactor: 'session',
  summary: 'Courses that classes can be of, and those that have any',
  reply: z.object({ courses: z.array(course) }),
})

const clock = (what: string) => means(whole(0, LATEST_TIME, `Please choose when it ${what}`), 'Milliseconds since 1970')

const shape = {
  course_id: whole(1, LARGEST_ID, 'Please choose a course'),
  title: line(MOST_CLASS_TITLE).check(z.minLength(1, { error: 'Please enter a title' })),
  mentor: line(MOST_MENTOR).check(z.minLength(1, { error: 'Please say who teaches' })),
  starts_at: clock('starts'),
  ends_at: clock('ends'),
  join_url: text(MOST_JOIN_URL).check(
    z.refine(isJoinUrl, { error: 'Must be an address with https://, such as https://meet.example.org/polity' }),
  ),
}

const said = {
  'not after the start': 'Must be after the start',
  'too long': `A class has at most ${LONGEST_CLASS / HOUR} hours`,
}

/** What fields of a class must be to each other. */
const sound = z.check<{ starts_at: number; ends_at: number }>(({ value, issues }) => {
  const problem = endProblem(value.starts_at, value.ends_at)
  if (problem) issues.push({ code: 'custom', message: said[problem], path: ['ends_at'], input: value })
})

const told = means(howMany, 'Learners who are told of it')

const example = {
  course_id: 3,
  title: 'Polity doubt clearing',
  mentor: 'Lekha Varma',
  starts_at: 1_795_700_000_000,
  ends_at: 1_795_703_600_000,
  join_url: 'https://meet.example.org/polity',
}

export const makeClasses = endpoint({
  ...authors,
  path: '/staff/live-classes/make',
  secondFactor: 'session',
  creates: true,
  summary: 'Makes a live class, or as many as repeat it',
  body: z
    .object({
      ...shape,
      rhythm: z._default(z.enum(Object.keys(rhythms) as Rhythm[]), 'once'),
      times: means(
        z._default(whole(1, MOST_AT_ONCE, `Must be from 1 to ${MOST_AT_ONCE}`), 1),
        'How many classes, where they are repeated',
      ),
    })
    .check(sound),
  example: { ...example, rhythm: 'weekly', times: 8 },
  reply: z.extend(done, { ids: means(z.array(rowId), 'Of the classes, by their start') }),
})

export const changeClass = endpoint({
  ...authors,
  path: '/staff/live-classes/change',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict', 'edited'],
  summary: 'Changes a live class; learners are told of another time and of another course',
  body: z.object({ id, version, ...shape }).check(sound),
  example: { id: 12, version: 1, ...example },
  reply: z.extend(done, { told, version: rowId }),
})

export const cancelClass = endpoint({
  ...authors,
  path: '/staff/live-classes/cancel',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'ended'],
  summary: 'Cancels a live class, and tells the learners of its course',
  body: z.object({ id, version }),
  reply: z.extend(done, { told }),
})

export const restoreClass = endpoint({
  ...authors,
  path: '/staff/live-classes/restore',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Brings a cancelled live class back, and takes back what was told of it',
  body: z.object({ id }),
  reply: z.extend(done, { told }),
})

named({ ListedClass: listed })
