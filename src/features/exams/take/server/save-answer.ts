import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db, Engine } from '#db/database.ts'
import { prepared } from '#db/statements/prepared.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { countSave } from '#core/metrics/metrics.ts'
import type { clearAnswer as clearContract, Receipt, updateAnswer as answerContract } from '../take.contract.ts'
import { GRACE } from '../../exams.rules.ts'
import { receiptOrRefusal } from './save-refusal.ts'

/** A candidate's action on a question: an option chosen, or null for none. */
export interface Save {
  examId: number
  attemptId: number | undefined
  questionId: number
  optionId: number | null
  marked: boolean
  seq: number | undefined
  timeFrom: number | null
  timeTo: number | null
  /** The name of the tab it comes from, when it has one. */
  writer: string | undefined
}

/**
 * Saves the chosen option of a question (document 2, section 7, 'update/answer').
 * @throws conflict too_late, finished, not_started; other_writer when another tab or device has claimed the attempt
 * @throws invalid qid, answer_option_id
 * @throws notFound when the attempt is not the caller's
 */
export async function updateAnswer(ctx: LearnerContext, { body }: Pick<InputOf<typeof answerContract>, 'body'>) {
  return countSave(save(ctx, saveOf(body, body.answer_option_id)))
}

/** Clears the answer of a question, or marks it without one; the same errors as `updateAnswer`. */
export async function clearAnswer(ctx: LearnerContext, { body }: Pick<InputOf<typeof clearContract>, 'body'>) {
  return countSave(save(ctx, saveOf(body, null)))
}

function saveOf(body: InputOf<typeof clearContract>['body'], optionId: number | null): Save {
  return {
    examId: body.exam_id,
    attemptId: body.attempt_id,
    questionId: body.qid,
    optionId,
    marked: body.marked ?? false,
    seq: body.seq,
    timeFrom: body.time_from ?? null,
    timeTo: body.time_to ?? null,
    writer: body.writer,
  }
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
    qid: action.questionId,
    seq: stored.seq,
    stale: false,
    saved_at: now,
    server_time: now,
    deadline_at: stored.deadline_at,
  }
}

/** What differs from one save to the next. */
interface Values {
  userId: number
  examId: number
  attemptId: number | undefined
  questionId: number
  optionId: number | null
  marked: number
  seq: number
  timeFrom: number | null
  timeTo: number | null
  now: number
  writer: string | undefined
  /** Attempts whose deadline is not before this are still open for saves. */
  deadlineFrom: number
}

type Store = ReturnType<typeof prepareStore>

/** The statement in its variants, compiled when first needed. */
const stores = new Map<string, Store>()

async function store({ db, engine, groupCommit, user }: LearnerContext, action: Save, now: number) {
  const variant = {
    named: action.attemptId !== undefined,
    chosen: action.optionId !== null,
    numbered: action.seq !== undefined,
    written: action.writer !== undefined,
  }
  const key = `${engine} ${Object.values(variant).join(' ')}`
  const run = stores.get(key) ?? prepareStore(db, engine, variant)
  stores.set(key, run)
  const values: Values = {
    userId: user.id,
    examId: action.examId,
    attemptId: action.attemptId,
    questionId: action.questionId,
    optionId: action.optionId,
    marked: action.marked ? 1 : 0,
    seq: action.seq ?? 1,
    timeFrom: action.timeFrom,
    timeTo: action.timeTo,
    now,
    writer: action.writer,
    deadlineFrom: now - GRACE,
  }
  const [stored] = await groupCommit((tx) => run(tx, values))
  return stored
}

/**
 * Authorises and stores in one statement: the row to insert is selected from the caller's open attempt, whose time has not
 * run out and which no other writer has claimed, and from its paper's questions and their options. Actions carry a sequence number; one that is not above the
 * stored one changes nothing. Without a number the action is the latest.
 *
 * On PostgreSQL the select locks the attempt's row in share mode until the save is stored, which is what keeps a save from
 * slipping in behind the scoring (finalise.ts). Saves do not hinder each other. SQLite has one writer at a time and knows
 * no such lock.
 */
function prepareStore(
  db: Db,
  engine: Engine,
  { named, chosen, numbered, written }: Record<'named' | 'chosen' | 'numbered' | 'written', boolean>,
) {
  return prepared<Values, { attempt_id: number; seq: number; deadline_at: number }>((slot) => {
    let attempt = db
      .selectFrom('attempts')
      .innerJoin('paper_questions', 'paper_questions.paper_id', 'attempts.paper_id')
      .where('attempts.user_id', '=', slot('userId'))
      .where('attempts.exam_id', '=', slot('examId'))
      .where('attempts.status', '=', sql.lit('open' as const))
      // Not the bare column: among the open attempts of everybody the index of the sweep would find it, too, and PostgreSQL
      // takes that for the shorter way when its statistics are older than the exam.
      .where(sql<number>`attempts.deadline_at + 0`, '>=', slot('deadlineFrom'))
      .where('attempts.time_left', 'is', null)
      .where('paper_questions.question_id', '=', slot('questionId'))
    if (named) attempt = attempt.where('attempts.id', '=', slot('attemptId')!)
    if (written) attempt = attempt.where('attempts.writer', '=', slot('writer')!)
    if (chosen) {
      attempt = attempt.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('question_options')
            .where('question_options.id', '=', slot('optionId'))
            .whereRef('question_options.question_id', '=', 'paper_questions.question_id')
            .select(sql.lit(1).as('one')),
        ),
      )
    }
    if (engine === 'postgres') attempt = attempt.forShare('attempts')
    return db
      .insertInto('responses')
      .columns(['attempt_id', 'question_id', 'option_id', 'marked', 'seq', 'time_from', 'time_to', 'saved_at'])
      .expression(
        attempt.select([
          'attempts.id',
          'paper_questions.question_id',
          sql<number | null>`cast(${slot('optionId')} as integer)`.as('option_id'),
          sql<number>`cast(${slot('marked')} as integer)`.as('marked'),
          sql<number>`cast(${slot('seq')} as bigint)`.as('seq'),
          sql<number | null>`cast(${slot('timeFrom')} as bigint)`.as('time_from'),
          sql<number | null>`cast(${slot('timeTo')} as bigint)`.as('time_to'),
          sql<number>`cast(${slot('now')} as bigint)`.as('saved_at'),
        ]),
      )
      .onConflict((conflicting) => {
        const update = conflicting.columns(['attempt_id', 'question_id']).doUpdateSet(({ ref, eb }) => ({
          option_id: ref('excluded.option_id'),
          marked: ref('excluded.marked'),
          seq: numbered ? ref('excluded.seq') : eb('responses.seq', '+', 1),
          time_from: ref('excluded.time_from'),
          time_to: ref('excluded.time_to'),
          saved_at: ref('excluded.saved_at'),
        }))
        return numbered ? update.whereRef('excluded.seq', '>', 'responses.seq') : update
      })
      .returning(({ selectFrom }) => [
        'responses.attempt_id',
        'responses.seq',
        selectFrom('attempts')
          .whereRef('attempts.id', '=', 'responses.attempt_id')
          .select('attempts.deadline_at')
          .$asScalar()
          .$notNull()
          .as('deadline_at'),
      ])
  })
}
