import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { getPracticeSession as contract } from '../practice.contract.ts'
import { endOfToday, readSource, SESSION_SIZE } from '../practice.rules.ts'
import { takeIn } from './intake/take-in.ts'
import { mayShow } from './visible.ts'

/** The questions that are due today, those that have waited longest first. No right answer is read here. */
export async function getPracticeSession(ctx: LearnerContext, { query }: Pick<InputOf<typeof contract>, 'query'>) {
  await takeIn(ctx)
  const { db, user } = ctx
  const source = readSource(query.source)
  let due = db
    .selectFrom('practice_cards')
    .innerJoin('question_texts as questions', 'questions.id', 'practice_cards.question_id')
    .where('practice_cards.user_id', '=', user.id)
    .where('practice_cards.left_at', 'is', null)
    .where('practice_cards.due_at', '<', endOfToday(ctx.now()))
    .where((eb) => mayShow(eb, db, user.id))
  if (source) due = due.where('source_kind', '=', source.kind).where('source_id', '=', source.id)
  const cards = await due
    .select([
      'practice_cards.question_id',
      'practice_cards.reps',
      'practice_cards.source_kind',
      'practice_cards.source_id',
      'practice_cards.source_title',
      'questions.content_html',
    ])
    .orderBy('practice_cards.due_at')
    .orderBy('practice_cards.question_id')
    .limit(SESSION_SIZE)
    .execute()
  const options = await optionsOf(ctx, cards)
  return {
    status: true,
    data: cards.map((card) => ({
      question_id: card.question_id,
      review: card.reps + 1,
      content: card.content_html,
      options: options.get(card.question_id) ?? [],
      source: { kind: card.source_kind, id: card.source_id, title: card.source_title },
    })),
  }
}

async function optionsOf({ db }: LearnerContext, cards: { question_id: number }[]) {
  const rows =
    cards.length === 0
      ? []
      : await db
          .selectFrom('option_texts')
          .where(
            'question_id',
            'in',
            cards.map(({ question_id }) => question_id),
          )
          // Column by column: is_answer stays in the database.
          .select(['id', 'question_id', 'content_html as answer_option'])
          .orderBy('position')
          .execute()
  return Map.groupBy(rows, ({ question_id }) => question_id)
}
