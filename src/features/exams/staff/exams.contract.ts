import * as z from 'zod/mini'
import { examHelpers, helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, marks, minutes, percent, rowId, safeHtml, took } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
import { before, csvPart, nextRow, reason } from '#lib/both/calls/staff-fields.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { examStates, rankSorts } from './exams.rules.ts'

/** Exams as staff see them: who sits one, who finished it, and how its questions did. */

const readerRoles: readonly StaffRole[] = ['owner', 'author', 'support', 'mentor']
const readers = { access: 'staff', roles: readerRoles, method: 'GET' } as const

const params = z.object({ id })

const after = means(z.optional(z.string().check(z.maxLength(1000))), 'The `next` of the page before')
const next = means(z.nullable(z.string()), 'What the next page is asked for with; null of the last')
const paper = means(z.optional(id), 'Another paper of the exam than the one that is looked at')

const facts = {
  id: rowId,
  title: z.string(),
  type: means(z.enum(['general', 'course']), 'A mock test for everybody, or an exam of courses'),
  courses: means(z.array(z.object({ id: rowId, title: z.string() })), 'Where it stands now'),
  opens_at: means(z.nullable(instant), 'Null: it always was open'),
  closes_at: means(z.nullable(instant), 'Null: it stays open'),
  withdrawn: z.boolean(),
  questions: means(howMany, 'Of the paper that new attempts get'),
}

const listedExam = z.object({
  ...facts,
  sitting: means(howMany, 'Attempts under way'),
  finished: means(howMany, 'Candidates who have finished: first attempts, of all its papers'),
  mean: means(z.nullable(marks), 'Of the paper that is looked at; null of fewer than ten candidates'),
  total_marks: marks,
})
export type ListedExam = z.output<typeof listedExam>

export const listExams = endpoint({
  ...readers,
  path: '/staff/exams',
  secondFactor: 'session',
  summary: 'All exams, the newest first, twenty-five a page',
  ...searches('content', 'words'),
  query: z.object({
    words: means(z.optional(line(MAX_STAFF_SEARCH)), 'In the title'),
    state: means(z.optional(z.enum(examStates)), 'sitting: somebody is in it now'),
    before,
  }),
  reply: z.object({ data: z.array(listedExam), next: nextRow }),
})

const ofPaper = {
  paper_id: means(rowId, 'The paper that is looked at: what changes in questions or marks makes a new one'),
  candidates: means(howMany, 'Finished first attempts of it'),
  least: means(howMany, 'Candidates from whom on there are statistics'),
}

const counts = z.object({
  sitting: means(howMany, 'Under way, with time left'),
  waiting: means(howMany, 'Given back, and not continued'),
  ending: means(howMany, 'Past their end: about to be scored'),
  finished_by_learner: means(howMany, 'Of all attempts'),
  finished_by_deadline: means(howMany, 'Of all attempts'),
})

const statistics = z.object({
  mean: marks,
  median: marks,
  deviation: means(z.number(), 'Standard deviation of these candidates’ marks'),
  alpha: means(z.nullable(z.number()), 'Cronbach’s alpha; null where it cannot be told'),
  bins: means(
    z.array(z.object({ from: means(z.nullable(marks), 'Null: whatever is lower'), to: marks, candidates: howMany })),
    'Marks not below `from` and below `to`; of the last, at `to` as well',
  ),
})

const examOfStaff = z.object({
  ...facts,
  minutes,
  attempts_allowed: howMany,
  total_marks: means(marks, 'Of the paper that is looked at'),
  ...ofPaper,
  papers: means(
    z.array(z.object({ id: rowId, created_at: instant, questions: howMany, candidates: howMany })),
    'Newest first',
  ),
  counts,
  statistics: means(z.nullable(statistics), 'Null of fewer than ten candidates'),
})
export type ExamOfStaff = z.output<typeof examOfStaff>

export const getExam = endpoint({
  ...readers,
  path: '/staff/exams/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'An exam: its facts, who is in it, and how its candidates did',
  params,
  query: z.object({ paper }),
  reply: examOfStaff,
})

const who = {
  attempt_id: rowId,
  user_id: rowId,
  learner: means(
    z.nullable(z.object({ name: z.nullable(z.string()), country_code: z.string(), phone: z.string() })),
    'Null where the caller may not see learners',
  ),
}

const sitter = z.object({
  ...who,
  number: means(howMany, 'Which attempt of the exam it is, from 1'),
  started_at: instant,
  deadline_at: instant,
  left_ms: means(took, 'Milliseconds left; of one that was given back, what it will have'),
  extra_minutes: means(minutes, 'Minutes that staff gave it'),
  answered: means(howMany, 'Questions with an answer'),
  saved_at: means(z.nullable(instant), 'When something was last stored of it; null: not yet'),
  connection: means(
    z.enum(['here', 'quiet', 'waiting']),
    'here: begun or saved within a minute; quiet: neither; waiting: given back and not continued',
  ),
  tabs: means(howMany, 'Tabs and devices it is known from'),
})
export type Sitter = z.output<typeof sitter>

export const listSitting = endpoint({
  ...readers,
  path: '/staff/exams/{id}/sitting',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Who sits an exam now, those with the least time first, fifty a page',
  params,
  query: z.object({ after }),
  reply: z.object({ now: instant, counts, questions: howMany, data: z.array(sitter), next }),
})

/** Minutes that are given at once. */
export const extraMinutes = means(whole(1, 180, 'Must be from 1 to 180 minutes'), 'How much more')

export const giveTimeToAll = endpoint({
  access: 'staff',
  roles: examHelpers,
  method: 'POST',
  path: '/staff/exams/{id}/time',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found', 'conflict'],
  summary: 'Gives everyone who is taking an exam now more time; attempts given back and not continued get none',
  params,
  body: z.object({ minutes: extraMinutes, reason }),
  example: { minutes: 15, reason: 'The power failed in the hall' },
  reply: z.extend(done, { candidates: means(howMany, 'Candidates who got it') }),
})

const rankRow = z.object({
  ...who,
  rank: means(howMany, 'As their own result tells it'),
  marks,
  right: howMany,
  wrong: howMany,
  left: howMany,
  took_ms: means(took, 'Whole seconds, as ranks compare them'),
  ended_at: instant,
  finished_by: z.enum(['learner', 'deadline']),
  extra_minutes: means(minutes, 'Minutes that staff gave it'),
})
export type RankRow = z.output<typeof rankRow>

const sort = means(z._default(z.enum(rankSorts), 'rank'), 'name: only for those who may see learners')

export const listRanks = endpoint({
  ...readers,
  path: '/staff/exams/{id}/ranks',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Finished first attempts of a paper with their ranks, fifty a page',
  params,
  query: z.object({ sort, paper, after }),
  reply: z.object({ ...ofPaper, total_marks: marks, data: z.array(rankRow), next }),
})

export const exportRanks = endpoint({
  ...readers,
  roles: helpers,
  path: '/staff/exams/{id}/ranks/csv',
  secondFactor: 'recent',
  refuses: ['not_found'],
  summary: 'The same as a part of a CSV file, with phones; that somebody took it is in the log',
  params,
  query: z.object({ sort, paper, after }),
  reply: z.object({ csv: z.string(), next }),
})

const correlation = z.number().check(z.minimum(-1), z.maximum(1))

const examItem = z.object({
  number: means(howMany, 'Place in the paper, from 1'),
  section: z.string(),
  text: means(z.string(), 'The question without its formatting; empty where it is a picture'),
  content: means(safeHtml, 'The question as candidates see it'),
  right: percent,
  wrong: percent,
  left: percent,
  correlation: means(
    z.nullable(correlation),
    'Point-biserial, with the marks of the rest; null where it cannot be told',
  ),
  discrimination: means(correlation, 'Right among the best 27 % less right among the last 27 %'),
  median_ms: means(z.nullable(took), 'Median time on the screen; null: too few'),
  options: z.array(
    z.object({
      text: means(z.string(), 'The option without its formatting'),
      content: means(safeHtml, 'The option as candidates see it'),
      key: means(z.boolean(), 'It is right'),
      chosen: percent,
    }),
  ),
})
export type ExamItem = z.output<typeof examItem>

export const listItems = endpoint({
  ...readers,
  path: '/staff/exams/{id}/items',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'How the questions of a paper did, by first attempts',
  params,
  query: z.object({ paper }),
  reply: z.object({ ...ofPaper, data: means(z.nullable(z.array(examItem)), 'Null of fewer than ten candidates') }),
})

export const exportItems = endpoint({
  ...readers,
  path: '/staff/exams/{id}/items/csv',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'The same as a CSV file; that somebody took it is in the log',
  params,
  query: z.object({ paper }),
  reply: csvPart,
})

named({ StaffListedExam: listedExam, StaffExam: examOfStaff, Sitter: sitter, RankRow: rankRow, ExamItem: examItem })
