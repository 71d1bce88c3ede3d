import type { LearnerContext } from '#core/context.ts'
import { conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import type { Receipt } from '../take.contract.ts'
import { GRACE } from '../../exams.rules.ts'
import type { Save } from './save-answer.ts'

/**
 * Why an action was not stored: a receipt when it, or a later one, is stored already, whatever became of the attempt
 * since; otherwise the error.
 * @throws conflict too_late, finished, not_started, given_back, other_writer
 * @throws invalid qid, answer_option_id
 * @throws notFound when the attempt is not the caller's
 */
export async function receiptOrRefusal(ctx: LearnerContext, action: Save, now: number): Promise<Receipt> {
  const attempt = await attemptOf(ctx, action)
  await checkQuestion(ctx, attempt.paper_id, action)
  const stored = await ctx.db
    .selectFrom('responses')
    .where('attempt_id', '=', attempt.id)
    .where('question_id', '=', action.qid)
    .select(['seq', 'option_id', 'marked', 'saved_at'])
    .executeTakeFirst()
  const superseded = action.writer !== undefined && attempt.writer !== action.writer && attempt.status === 'open'
  if (stored && action.seq !== undefined && stored.seq >= action.seq) {
    // The number alone does not tell: two browsers may have counted to it with different answers.
    const same =
      stored.seq === action.seq &&
      stored.option_id === (action.answer_option_id ?? null) &&
      stored.marked === (action.marked ? 1 : 0)
    if (!same && superseded) throw otherWriter()
    return {
      status: true,
      success: true,
      message: same ? 'Saved' : 'A later answer is saved',
      attempt_id: attempt.id,
      qid: action.qid,
      seq: stored.seq,
      stale: !same,
      saved_at: stored.saved_at,
      server_time: now,
      deadline_at: attempt.deadline_at,
    }
  }
  if (attempt.status === 'open') {
    if (attempt.deadline_at < now - GRACE) throw conflict('Time is over: answers are no longer accepted.', 'too_late')
    if (attempt.time_left !== null) throw givenBack()
    if (superseded) throw otherWriter()
    // The attempt was started, or claimed back, between the statement that stores and this look at it.
    throw conflict('The exam is being started elsewhere. Please try again.', 'busy')
  }
  throw attempt.finished_by === 'deadline'
    ? conflict('Time is over: the exam was submitted with the answers saved in time.', 'finished')
    : conflict('The exam has already been submitted.', 'finished')
}

/** What is said of an attempt that staff gave back and that its learner has not continued. */
export const givenBack = () => conflict('Your exam has been given back to you: continue it first.', 'given_back')

/** What a tab is told that wrote to an attempt until another claimed it. */
export const otherWriter = () => conflict('The exam continues in another tab or on another device.', 'other_writer')

/** The attempt that is meant: the named one, or the latest. */
async function attemptOf({ db, user }: LearnerContext, { exam_id, attempt_id }: Save) {
  const query = db
    .selectFrom('attempts')
    .where('user_id', '=', user.id)
    .where('exam_id', '=', exam_id)
    .select(['id', 'paper_id', 'status', 'deadline_at', 'finished_by', 'writer', 'time_left'])
  if (attempt_id === undefined) {
    const latest = await query.orderBy('number', 'desc').limit(1).executeTakeFirst()
    if (!latest) throw conflict('Start the exam first.', 'not_started')
    return latest
  }
  const named = await query.where('id', '=', attempt_id).executeTakeFirst()
  if (!named) throw notFound('There is no such attempt.')
  return named
}

/** @throws invalid */
async function checkQuestion({ db }: LearnerContext, paperId: number, { qid, answer_option_id }: Save): Promise<void> {
  const question = await db
    .selectFrom('paper_questions')
    .where('paper_id', '=', paperId)
    .where('question_id', '=', qid)
    .select('question_id')
    .executeTakeFirst()
  if (!question) throw invalid({ qid: 'This question is not in the exam' })
  if (answer_option_id === undefined) return
  const option = await db
    .selectFrom('question_options')
    .where('id', '=', answer_option_id)
    .where('question_id', '=', qid)
    .select('id')
    .executeTakeFirst()
  if (!option) throw invalid({ answer_option_id: 'This option is not one of the question' })
}
