import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { endOfToday } from '../practice.rules.ts'
import { takeIn } from './intake/take-in.ts'
import { mayShow, openExams, openQuestions, retiredQuestions } from './visible.ts'

/** Sources that are named; a learner may have hundreds. */
const NAMED = 50

/** How the learner's notebook stands, after taking in what was finished meanwhile. */
export async function getPracticeSummary(ctx: LearnerContext) {
  await takeIn(ctx)
  const { db, user } = ctx
  const today = endOfToday(ctx.now())
  const [sources, known, resting] = await Promise.all([
    countSources(ctx, today),
    db
      .selectFrom('practice_cards')
      .where('practice_cards.user_id', '=', user.id)
      .where('practice_cards.left_at', 'is not', null)
      .where((eb) => mayShow(eb, db, user.id))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('practice_cards')
      .where('user_id', '=', user.id)
      .where('question_id', 'in', openQuestions(db, user.id))
      .select(sql.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst(),
  ])
  const sum = (of: 'total' | 'due' | 'due_tomorrow') => sources.reduce((total, source) => total + source[of], 0)
  return {
    status: true,
    data: {
      due: sum('due'),
      due_tomorrow: sum('due_tomorrow'),
      learning: sum('total'),
      known: known.count,
      resting: resting !== undefined,
      sources: sources
        .sort((a, b) => b.due - a.due || b.total - a.total || a.kind.localeCompare(b.kind) || a.id - b.id)
        .slice(0, NAMED)
        .map(({ kind, id, title, total, due }) => ({ kind, id, title: title ?? '', total, due })),
    },
  }
}

/** Questions by where they were missed, counted along one index; then each source is asked whether it may be shown. */
function countSources({ db, user }: LearnerContext, today: number) {
  const before = (instant: number) => sql<number>`sum(case when due_at < ${instant} then 1 else 0 end)`
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('practice_cards')
        .where('user_id', '=', user.id)
        .where('left_at', 'is', null)
        .where('question_id', 'not in', openQuestions(db, user.id))
        .where('question_id', 'not in', retiredQuestions(db))
        .groupBy(['source_kind', 'source_id'])
        .select(({ fn }) => [
          'source_kind as kind',
          'source_id as id',
          fn.countAll<number>().as('total'),
          before(today).as('due'),
          before(today + DAY).as('due_tomorrow'),
        ])
        .as('sources'),
    )
    .leftJoin('exams', (join) => join.onRef('exams.id', '=', 'sources.id').on('sources.kind', '=', 'exam'))
    .where(({ eb, and, or }) =>
      or([
        eb('sources.kind', '<>', 'exam'),
        and([eb('exams.view_answer', '=', 1), eb('exams.id', 'not in', openExams(db, user.id))]),
      ]),
    )
    .selectAll('sources')
    .select(({ selectFrom }) =>
      selectFrom('practice_cards as any')
        .where('any.user_id', '=', user.id)
        .where('any.left_at', 'is', null)
        .whereRef('any.source_kind', '=', 'sources.kind')
        .whereRef('any.source_id', '=', 'sources.id')
        .select('any.source_title')
        .limit(1)
        .as('title'),
    )
    .execute()
}
