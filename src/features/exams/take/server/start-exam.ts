import type { LearnerContext } from '#core/context.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { NOT_PURCHASED } from '#features/catalogue/server/enrolment.ts'
import { conflict, forbidden, invalid } from '#lib/both/calls/errors.ts'
import type { startExam as contract } from '../take.contract.ts'
import { deadlineOf, examPhase, isUnderWay, MOCK_TEST, remainingAttempts, writerAsSeen } from '../../exams.rules.ts'
import { detailOf, responsesOf, withQuestions } from '../../detail/server/exam-detail.ts'
import { examAndAttempts, type Attempt, type Exam } from '../../server/exam-and-attempts.ts'
import { finalise } from '../../server/finalise.ts'
import { continueAttempt } from '../../server/give-back.ts'
import { insertAttempt } from './starting/insert-attempt.ts'

/** Each retry follows another start or finish of the same learner in the same moment. */
const TRIES = 5

/**
 * Starts an attempt, or resumes the one under way, even when the exam has closed meanwhile (design decision 7). An attempt
 * whose time is over is finished first; the time of one that staff gave back goes on from where it was.
 *
 * Starts race on the unique indexes of `attempts`: an attempt's number is taken once, and one attempt is open. The loser
 * reads again and resumes what the winner started.
 *
 * A caller that names itself becomes the writer of a new attempt, or of one that nobody with a name writes to; an attempt
 * that another writes to is claimed by `claimAttempt` alone.
 * @throws notFound 'No exam data found.'
 * @throws forbidden not_entitled while no course of the exam, or not the one named, is active
 * @throws invalid course_map_id
 * @throws conflict not_open, ended, registration_needed, no_attempts_left
 */
export async function startExam(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { exam, attempts } = await examAndAttempts(ctx, body.exam_id)
    const now = ctx.now()
    const open = attempts.find(({ status }) => status === 'open')
    if (open && open.time_left !== null && isUnderWay(open, now)) {
      await continueAttempt(ctx.db, open.id, now)
      continue
    }
    if (open && isUnderWay(open, now)) {
      const adopted = open.writer === null && body.writer !== undefined && (await adopt(ctx, open.id, body.writer))
      const writer = adopted ? 'you' : writerAsSeen(open.writer, body.writer)
      const responses = await responsesOf(ctx, open)
      const data = await detailOf(ctx, exam, attempts, { ...open, writer, responses }, now)
      const reply = { ...done('The exam continues.'), resumed: true, server_time: now, data }
      return withQuestions(ctx, reply, open.paper_id)
    }
    if (open) {
      await finalise(ctx, open.id, now)
      continue
    }
    const place = placeOf(exam, body.course_map_id ?? undefined)
    refuse(exam, attempts, now)
    const number = (attempts[0]?.number ?? 0) + 1
    const start = {
      ...{ userId: ctx.user.id, examId: exam.id, place: place ?? null, number, now, writer: body.writer ?? null },
      deadline: deadlineOf(now, exam.minutes, exam.closes_at),
    }
    const started = await ctx.groupCommit((db) => insertAttempt(db, ctx.engine, start))
    if (started) {
      const writer = body.writer === undefined ? 'nobody' : 'you'
      const data = await detailOf(ctx, exam, attempts, { ...started, writer, responses: [] }, now)
      const reply = { ...done('The exam has started.'), resumed: false, server_time: now, data }
      return withQuestions(ctx, reply, started.paper_id)
    }
  }
  throw conflict('The exam is being started elsewhere. Please try again.', 'busy')
}

const done = (message: string) => ({ status: true, success: true, message })

/**
 * The place of an exam of courses in the course it is started in; nothing of a general exam.
 * @throws forbidden, invalid
 */
function placeOf({ exam_type_id, courses }: Exam, named: number | undefined): number | undefined {
  if (exam_type_id === MOCK_TEST) return undefined
  const place =
    named === undefined
      ? courses.find(({ courseStatus }) => courseStatus === 'Active')
      : courses.find(({ course_map_id }) => course_map_id === named)
  if (named !== undefined && !place) throw invalid({ course_map_id: 'This exam is not part of that course' })
  if (place?.courseStatus !== 'Active') throw forbidden(NOT_PURCHASED, 'not_entitled')
  return place.course_map_id
}

/** @throws conflict when no attempt may start now */
function refuse(exam: Exam, attempts: Attempt[], now: number): void {
  const phase = examPhase(exam.opens_at, exam.closes_at, now)
  if (phase === 'upcoming') throw conflict('The exam has not started yet.', 'not_open')
  if (phase === 'expired') throw conflict('The exam has ended.', 'ended')
  if (remainingAttempts(exam.attempts_allowed, attempts.length) === 0) {
    throw conflict('You have used all your attempts of this exam.', 'no_attempts_left')
  }
  if (exam.registrationFields.length > 0 && !exam.registered) {
    throw conflict('Please register for this exam first.', 'registration_needed')
  }
}

/** @returns false when somebody has become the writer meanwhile */
async function adopt({ groupCommit }: LearnerContext, attemptId: number, writer: string): Promise<boolean> {
  const [adopted] = await groupCommit((db) => becomeWriter(db, { attemptId, writer }))
  return adopted !== undefined
}

const becomeWriter = preparedOnce((db, slot: Slots<{ attemptId: number; writer: string }>) =>
  db
    .updateTable('attempts')
    .set({ writer: slot('writer') })
    .where('id', '=', slot('attemptId'))
    .where('writer', 'is', null)
    .returning('id'),
)
