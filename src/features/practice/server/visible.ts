import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Database } from '#db/database.ts'

/** Exams and papers that the learner is in the middle of. Two expressions over the partial index of open attempts. */
const open = (db: Db, userId: number) =>
  db
    .selectFrom('attempts')
    .where('attempts.user_id', '=', userId)
    .where('attempts.status', '=', sql.lit('open' as const))

/** Questions on a paper that the learner has before them. */
export function openQuestions(db: Db, userId: number) {
  return open(db, userId)
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'attempts.paper_id')
    .select('paper_questions.question_id')
}

/** Questions that left the content. The literal lets the partial index of retired questions serve it. */
export function retiredQuestions(db: Db) {
  return db.selectFrom('questions').where('questions.retired', '=', sql.lit(1)).select('questions.id')
}

/** Exams that the learner has an attempt of under way. */
export function openExams(db: Db, userId: number) {
  return open(db, userId).select('attempts.exam_id')
}

/**
 * Which cards may be seen and answered: practice tells the right option, so it follows the result page, and is a little
 * stricter. A card of an exam needs that exam's leave to show solutions, asked each time, since an author may withdraw it.
 * A retired question is not asked until it is back in the content.
 * While the learner is in an exam, its questions and those of its paper rest, wherever they were missed.
 */
export function mayShow(eb: ExpressionBuilder<Database, 'practice_cards'>, db: Db, userId: number) {
  return eb.and([
    eb('practice_cards.question_id', 'not in', openQuestions(db, userId)),
    eb('practice_cards.question_id', 'not in', retiredQuestions(db)),
    eb.or([
      eb('practice_cards.source_kind', '<>', 'exam'),
      eb.exists(
        eb
          .selectFrom('exams')
          .whereRef('exams.id', '=', 'practice_cards.source_id')
          .where('exams.view_answer', '=', 1)
          .where('exams.id', 'not in', openExams(db, userId))
          .select(sql.lit(1).as('one')),
      ),
    ]),
  ])
}
