import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { scoreUnits } from '#features/exams/exams.rules.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { SeededExam } from '../../support/scenes/exam-fixture.ts'
import type { Data } from '../candidates.ts'
import type { Told } from './browser.ts'

/** What the data say after the exam. All but `acknowledged` and `sweptMs` are to be 0. */
export interface Verdict {
  /** Acknowledged saves. */
  acknowledged: number
  /** Saves that nobody acknowledged in the end. */
  unacknowledged: number
  /** Acknowledged answers that the data lack, where they have no later one of the same question either. */
  lost: number
  /** Answers in the data that their candidate never gave. */
  foreign: number
  /** Attempts beyond one a candidate. */
  doubled: number
  /** Candidates without an attempt. */
  missing: number
  /** Attempts that nobody has finished, or not who should have: the learner, or the deadline for those who left. */
  unfinished: number
  /** Counts or marks that are not those of the answers, in the data or on the result page. */
  misgraded: number
  /** From the end of the exam until the last attempt was finished. */
  sweptMs: number
}

/** As seedExam marks. */
const MARKING = { units_per_mark: 3, correct_units: 3, wrong_units: 1 }

/** Attempts whose answers are read at once. */
const BATCH = 500

/**
 * Waits until no attempt is open, for a minute at most, and compares every attempt and every answer in the data with what
 * candidates did and were told.
 * @param end when the exam ended, milliseconds since 1970
 */
export async function judge(data: Data, exam: SeededExam, told: Told[], end: number): Promise<Verdict> {
  const { db, close } = await openDatabase(data)
  try {
    const sweptMs = (await lastFinish(db, exam.id)) - end
    const sent = told.flatMap((one) => one.sent)
    const acknowledged = sent.filter((one) => one.acknowledged).length
    const { attempts } = await db
      .selectFrom('attempts')
      .where('exam_id', '=', exam.id)
      .select(({ fn }) => fn.countAll<number>().as('attempts'))
      .executeTakeFirstOrThrow()
    const sat = told.filter(({ attempt }) => attempt !== undefined)
    const verdict: Verdict = {
      ...{ acknowledged, unacknowledged: sent.length - acknowledged, sweptMs: Math.max(0, sweptMs) },
      ...{ lost: 0, foreign: 0, misgraded: 0, unfinished: 0 },
      ...{ missing: told.length - sat.length, doubled: Math.max(0, Number(attempts) - sat.length) },
    }
    for (let at = 0; at < sat.length; at += BATCH) await judgeSome(db, exam, sat.slice(at, at + BATCH), verdict)
    return verdict
  } finally {
    await close()
  }
}

/** When the last attempt was finished; now, when some are still open after a minute. */
async function lastFinish(db: Kysely<Database>, examId: number): Promise<number> {
  for (const late = Date.now() + MINUTE; ; await pause(SECOND)) {
    const { open, last } = await db
      .selectFrom('attempts')
      .where('exam_id', '=', examId)
      .select(({ fn, eb }) => [
        fn.sum<number>(eb.case().when('status', '=', 'open').then(1).else(0).end()).as('open'),
        fn.max('finished_at').as('last'),
      ])
      .executeTakeFirstOrThrow()
    if (Number(open) === 0) return Number(last)
    if (Date.now() > late) return Date.now()
  }
}

async function judgeSome(db: Kysely<Database>, exam: SeededExam, told: Told[], verdict: Verdict): Promise<void> {
  const ids = told.map(({ attempt }) => attempt!)
  const attempts = await db.selectFrom('attempts').where('id', 'in', ids).selectAll().execute()
  const responses = await db
    .selectFrom('responses')
    .where('attempt_id', 'in', ids)
    .select(['attempt_id', 'question_id', 'option_id', 'seq'])
    .execute()
  const right = new Map(exam.questions.map((question) => [question.qid, question.right]))
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const stored = Map.groupBy(responses, ({ attempt_id }) => attempt_id)
  for (const { attempt, sent, handedIn, seen } of told) {
    const rows = stored.get(attempt!) ?? []
    const bySeq = new Map(sent.map((one) => [one.seq, one]))
    const seqs = new Map(rows.map(({ question_id, seq }) => [question_id, seq]))
    const latest = new Map(sent.filter((one) => one.acknowledged).map(({ qid, seq }) => [qid, seq]))
    for (const [qid, seq] of latest) if ((seqs.get(qid) ?? 0) < seq) verdict.lost += 1
    for (const { question_id, option_id, seq } of rows) {
      const given = bySeq.get(seq)
      if (given?.qid !== question_id || given.option !== option_id) verdict.foreign += 1
    }
    const kept = byId.get(attempt!)
    const answers = rows.filter(({ option_id }) => option_id !== null)
    const correct = answers.filter(({ question_id, option_id }) => right.get(question_id) === option_id).length
    const incorrect = answers.length - correct
    if (kept?.status !== 'completed' || kept.finished_by !== (handedIn ? 'learner' : 'deadline'))
      verdict.unfinished += 1
    const isGraded =
      kept?.correct_count === correct &&
      kept.incorrect_count === incorrect &&
      kept.score_units === scoreUnits(correct, incorrect, MARKING) &&
      (!seen || (seen.correct === correct && seen.incorrect === incorrect))
    if (!isGraded) verdict.misgraded += 1
  }
}
