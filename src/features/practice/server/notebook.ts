import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { CardRow } from '../practice.tables.ts'
import { mayShow } from './visible.ts'

/**
 * The first statement of every change of a notebook. The learner's row is locked by it, so on PostgreSQL changes of one
 * notebook, from two tabs or by the taking in of an exam, come one after the other; what is read after it is up to date.
 * SQLite has one writer at a time.
 */
export async function lockNotebook(tx: Db, { user, now }: Pick<LearnerContext, 'user' | 'now'>): Promise<void> {
  await tx
    .insertInto('practice_notebooks')
    .values({ user_id: user.id, changed_at: now() })
    .onConflict((conflicting) =>
      conflicting.column('user_id').doUpdateSet(({ ref }) => ({ changed_at: ref('excluded.changed_at') })),
    )
    .execute()
}

/**
 * The learner's card of a question, in the notebook or left.
 * @throws notFound when the question never came into the notebook
 * @throws conflict resting while it may not be shown
 */
export async function cardOf(db: Db, userId: number, questionId: number): Promise<CardRow> {
  const row = await db
    .selectFrom('practice_cards')
    .selectAll('practice_cards')
    .select((eb) =>
      eb
        .case()
        .when(mayShow(eb, db, userId))
        .then(1)
        .else(0)
        .end()
        .as('shown'),
    )
    .where('practice_cards.user_id', '=', userId)
    .where('practice_cards.question_id', '=', questionId)
    .executeTakeFirst()
  if (!row) throw notFound('This question is not in your notebook.')
  const { shown, ...card } = row
  if (!shown) throw conflict('This question is on hold for now.', 'resting')
  return card
}
