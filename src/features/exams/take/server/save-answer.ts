import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { countSave } from '#core/metrics/metrics.ts'
import type { clearAnswer as clearContract, Receipt, updateAnswer as answerContract } from '../take.contract.ts'
import { GRACE } from '../../exams.rules.ts'
import { receiptOrRefusal } from './save-refusal.ts'
import { storeFor, type SaveValues } from './saving/store-answer.ts'
import { storeTogether } from './saving/store-answers.ts'

/** A candidate's action on a question as the calls say it: one that clears it names no option. */
export type Save = InputOf<typeof clearContract>['body'] & { answer_option_id?: number }

/**
 * Saves the chosen option of a question (document 2, section 7, 'update/answer').
 * @throws conflict too_late, finished, not_started; other_writer when another tab or device has claimed the attempt
 * @throws invalid qid, answer_option_id
 * @throws notFound when the attempt is not the caller's
 */
export async function updateAnswer(ctx: LearnerContext, { body }: Pick<InputOf<typeof answerContract>, 'body'>) {
  return countSave(save(ctx, body))
}

/** Clears the answer of a question, or marks it without one; the same errors as `updateAnswer`. */
export async function clearAnswer(ctx: LearnerContext, { body }: Pick<InputOf<typeof clearContract>, 'body'>) {
  return countSave(save(ctx, body))
}

/** One statement when the action is stored; the reasons are looked up only when it is not. */
async function save(ctx: LearnerContext, action: Save): Promise<Receipt> {
  const now = ctx.now()
  const stored = await store(ctx, action, now)
  if (!stored) return receiptOrRefusal(ctx, action, now)
  return {
    status: true,
    success: true,
    message: 'Saved',
    attempt_id: stored.attempt_id,
    qid: action.qid,
    seq: stored.seq,
    stale: false,
    saved_at: now,
    server_time: now,
    deadline_at: stored.deadline_at,
  }
}

async function store({ db, engine, groupCommit, user }: LearnerContext, action: Save, now: number) {
  const { exam_id, attempt_id, qid, answer_option_id, marked, seq, time_from, time_to, visited, writer } = action
  const values: SaveValues = {
    user_id: user.id,
    exam_id,
    attempt_id,
    writer,
    deadline_from: now - GRACE,
    question_id: qid,
    option_id: answer_option_id ?? null,
    marked: marked ? 1 : 0,
    seq: seq ?? 1,
    time_from: time_from ?? null,
    time_to: time_to ?? null,
    saved_at: now,
    visited: visited ? [...new Set(visited)].join() : null,
  }
  const variant = {
    named: attempt_id !== undefined,
    chosen: answer_option_id !== undefined,
    numbered: seq !== undefined,
    written: writer !== undefined,
  }
  if (engine === 'postgres' && variant.named && variant.numbered) return storeTogether(db, values)
  const run = storeFor(db, engine, variant)
  const [stored] = await groupCommit((tx) => run(tx, values))
  return stored
}
