import * as z from 'zod/mini'
import { examHelpers, helpers, studyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, marks, percent, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow, reason } from '#lib/both/calls/staff-fields.ts'
import { responseSheet } from '../result/results.contract.ts'
import { extraMinutes } from './exams.contract.ts'

const params = z.object({ id })

const attempt = z.object({
  id: rowId,
  exam: z.object({ id: rowId, title: z.string() }),
  number: means(howMany, 'Which attempt of the exam it is, from 1'),
  status: z.enum(['open', 'completed']),
  started_at: instant,
  deadline_at: instant,
  submitted_at: z.nullable(instant),
  finished_by: means(z.nullable(z.enum(['learner', 'deadline'])), 'Who ended it: the learner, or the time'),
  waits: means(z.boolean(), 'It was given back, and its time runs once its learner continues'),
  marks: means(z.nullable(marks), 'Null of one that is open'),
  total_marks: marks,
  percentage: z.nullable(percent),
  correct: z.nullable(howMany),
  incorrect: z.nullable(howMany),
  questions: howMany,
  rank: means(z.nullable(howMany), 'Among first attempts of the same paper; null of others'),
  candidates: means(z.nullable(howMany), 'First attempts of the same paper'),
  attempts_allowed: means(howMany, 'By the exam, and what staff gave this learner beyond it'),
  attempts_used: howMany,
})
export type LearnerAttempt = z.output<typeof attempt>

export const listLearnerAttempts = endpoint({
  access: 'staff',
  roles: studyReaders,
  method: 'GET',
  path: '/staff/learners/{id}/attempts',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Attempts of a learner at exams with their results, the newest first, twenty a page',
  params,
  query: z.object({ before }),
  reply: z.object({ data: z.array(attempt), next: nextRow }),
})

export const getLearnerSheet = endpoint({
  access: 'staff',
  roles: studyReaders,
  method: 'GET',
  path: '/staff/learners/{id}/attempts/{attemptId}/sheet',
  secondFactor: 'session',
  refuses: ['not_found', 'not_finished'],
  summary:
    'Response sheet of a finished attempt as its learner sees it; that somebody of the staff looked is in the log',
  params: z.object({ id, attemptId: id }),
  reply: responseSheet,
})

export const giveLearnerAttempts = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'POST',
  path: '/staff/learners/{id}/exams/attempts',
  secondFactor: 'recent',
  creates: true,
  refuses: ['not_found', 'conflict'],
  summary: 'Lets a learner make more attempts of one exam; what was scored stays as it is',
  params,
  body: z.object({
    exam_id: id,
    attempts: means(whole(1, 100, 'Must be from 1 to 100'), 'How many more; 100 with those of before at most'),
    reason,
  }),
  example: { exam_id: 3, attempts: 1, reason: 'The power failed' },
  reply: z.extend(done, {
    allowed: means(howMany, 'By the exam'),
    extra: means(howMany, 'Beyond it'),
    used: means(howMany, 'Begun, finished or not'),
  }),
})

export const giveLearnerTime = endpoint({
  access: 'staff',
  roles: examHelpers,
  method: 'POST',
  path: '/staff/learners/{id}/exams/time',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found', 'conflict', 'finished', 'given_back'],
  summary: 'Gives a learner’s attempt that is under way more time',
  params,
  body: z.object({
    exam_id: id,
    minutes: extraMinutes,
    reason,
  }),
  example: { exam_id: 3, minutes: 15, reason: 'The power failed' },
  reply: z.extend(done, { attempt_id: rowId, deadline_at: instant }),
})

named({ LearnerAttempt: attempt })
