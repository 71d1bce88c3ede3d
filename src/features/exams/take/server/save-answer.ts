import { sql, type Selectable } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db, Engine } from '#db/database.ts'
import { prepared } from '#db/statements/prepared.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { countSave } from '#core/metrics/metrics.ts'
import type { clearAnswer as clearContract, Receipt, updateAnswer as answerContract } from '../take.contract.ts'
import { GRACE } from '../../exams.rules.ts'
import type { ResponsesTable } from '../../exams.tables.ts'
import { receiptOrRefusal } from './save-refusal.ts'

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

/** What differs from one save to the next: the row, and whose attempt it has to be. */
interface Values extends Omit<Selectable<ResponsesTable>, 'attempt_id'> {
  user_id: number
  exam_id: number
  attempt_id: number | undefined
  writer: string | undefined
  /** Attempts whose deadline is not before this are still open for saves. */
  deadline_from: number
}

type Store = ReturnType<typeof prepareStore>

/** The statement in its variants, compiled when first needed. */
const stores = new Map<string, Store>()

async function store({ db, engine, groupCommit, user }: LearnerContext, action: Save, now: number) {
  const { exam_id, attempt_id, qid, answer_option_id, marked, seq, time_from, time_to, writer } = action
  const variant = {
    named: attempt_id !== undefined,
    chosen: answer_option_id !== undefined,
    numbered: seq !== undefined,
    written: writer !== undefined,
  }
  const key = `${engine} ${Object.values(variant).join(' ')}`
  const run = stores.get(key) ?? prepareStore(db, engine, variant)
  stores.set(key, run)
  const values: Values = {
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
  }
  const [stored] = await groupCommit((tx) => run(tx, values))
  return stored
}

/**
 * Authorises and stores in one statement: the row to insert is selected from the caller's open attempt, whose time has not
 * run out and which no other writer has claimed, and from its paper's questions and their options. Actions carry a sequence
 * number; one that is not above the stored one changes nothing. Without a number the action is the latest.
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
      .where('attempts.user_id', '=', slot('user_id'))
      .where('attempts.exam_id', '=', slot('exam_id'))
      .where('attempts.status', '=', sql.lit('open' as const))
      // Not the bare column: among the open attempts of everybody the index of the sweep would find it, too, and PostgreSQL
      // takes that for the shorter way when its statistics are older than the exam.
      .where(sql<number>`attempts.deadline_at + 0`, '>=', slot('deadline_from'))
      .where('attempts.time_left', 'is', null)
      .where('paper_questions.question_id', '=', slot('question_id'))
    if (named) attempt = attempt.where('attempts.id', '=', slot('attempt_id')!)
    if (written) attempt = attempt.where('attempts.writer', '=', slot('writer')!)
    if (chosen) {
      attempt = attempt.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('question_options')
            .where('question_options.id', '=', slot('option_id'))
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
          sql<number | null>`cast(${slot('option_id')} as integer)`.as('option_id'),
          sql<number>`cast(${slot('marked')} as integer)`.as('marked'),
          sql<number>`cast(${slot('seq')} as bigint)`.as('seq'),
          sql<number | null>`cast(${slot('time_from')} as bigint)`.as('time_from'),
          sql<number | null>`cast(${slot('time_to')} as bigint)`.as('time_to'),
          sql<number>`cast(${slot('saved_at')} as bigint)`.as('saved_at'),
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
