import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { CardRow, PracticeReviewsTable } from '../../practice.tables.ts'
import { afterMistake, AGAIN } from '../../schedule.rules.ts'
import { chapterMistakes, quizMistakes } from './quick-mistakes.ts'
import { examMistakes } from './exam-mistakes.ts'
import { lockNotebook } from '../notebook.ts'
import type { FinishedAttempt, MistakeSource } from './sources.ts'

const sources: MistakeSource[] = [examMistakes, quizMistakes, chapterMistakes]

/** Attempts taken in by one transaction: a few hundred to a thousand questions, some ten milliseconds. */
const BATCH = 10

/** Rows of one insert, so that its parameters stay far below what the databases allow. */
const ROWS = 500

type Found = FinishedAttempt & { source: MistakeSource }

/**
 * Takes the mistakes of finished attempts into the learner's notebook, oldest first. One statement a source when there is
 * nothing new. Any number of tabs and processes may do so at once: an attempt is claimed in `practice_taken` once.
 */
export async function takeIn(ctx: LearnerContext): Promise<void> {
  for (;;) {
    const found = await untaken(ctx)
    if (found.length === 0) return
    await ctx.db.transaction().execute(async (tx) => {
      await lockNotebook(tx, ctx)
      await takeBatch(tx, ctx, found)
    })
  }
}

async function untaken({ db, user }: LearnerContext): Promise<Found[]> {
  const found = await Promise.all(
    sources.map(async (source) =>
      (await source.finished(db, user.id, BATCH)).map((attempt) => ({ ...attempt, source })),
    ),
  )
  return found
    .flat()
    .sort((a, b) => a.at - b.at || a.attemptId - b.attemptId)
    .slice(0, BATCH)
}

async function takeBatch(tx: Db, { user, now }: LearnerContext, found: Found[]): Promise<void> {
  const claims = await tx
    .insertInto('practice_taken')
    .values(
      found.map(({ source, attemptId }) => ({
        user_id: user.id,
        source_kind: source.kind,
        attempt_id: attemptId,
        taken_at: now(),
      })),
    )
    .onConflict((conflicting) => conflicting.doNothing())
    .returning(['source_kind', 'attempt_id'])
    .execute()
  const claimed = new Set(claims.map(({ source_kind, attempt_id }) => `${source_kind} ${attempt_id}`))
  const attempts = found.filter(({ source, attemptId }) => claimed.has(`${source.kind} ${attemptId}`))
  const missed = await missedIn(tx, attempts)
  const cards = await cardsOf(tx, user.id, [
    ...new Set([...missed.values()].flat().map(({ questionId }) => questionId)),
  ])
  const changed = new Map<number, CardRow>()
  const lapses: PracticeReviewsTable[] = []
  for (const attempt of attempts) {
    for (const { questionId, wrong } of missed.get(attempt) ?? []) {
      const card = cards.get(questionId)
      const standing = afterMistake(card, { at: attempt.at, wrong })
      if (card && standing === card && card.source_id === attempt.sourceId) continue
      const taken: CardRow = {
        ...standing,
        user_id: user.id,
        question_id: questionId,
        source_kind: attempt.source.kind,
        source_id: attempt.sourceId,
        source_title: attempt.title,
      }
      if (card && standing.reps > card.reps) lapses.push(lapseOf(card, standing.reps, attempt.at))
      cards.set(questionId, taken)
      changed.set(questionId, taken)
    }
  }
  await store(tx, [...changed.values()], lapses)
}

async function missedIn(tx: Db, attempts: Found[]) {
  const byAttempt = new Map<Found, { questionId: number; wrong: boolean }[]>()
  for (const source of new Set(attempts.map((attempt) => attempt.source))) {
    const own = new Map(attempts.filter((attempt) => attempt.source === source).map((each) => [each.attemptId, each]))
    for (const { attemptId, ...question } of await source.missed(tx, [...own.keys()])) {
      const attempt = own.get(attemptId)!
      byAttempt.set(attempt, [...(byAttempt.get(attempt) ?? []), question])
    }
  }
  return byAttempt
}

async function cardsOf(tx: Db, userId: number, questionIds: number[]): Promise<Map<number, CardRow>> {
  if (questionIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('practice_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('question_id', 'in', questionIds)
    .execute()
  return new Map(rows.map((row) => [row.question_id, row]))
}

function lapseOf(card: CardRow, number: number, at: number): PracticeReviewsTable {
  const { user_id, question_id, due_at, stability, difficulty, reps, lapses, state, last_review_at } = card
  const before = { due_at, stability, difficulty, reps, lapses, state, last_review_at }
  const what = { number, step: 0, kind: 'mistake' as const, rating: AGAIN, option_id: null, took_ms: null }
  return { user_id, question_id, ...what, reviewed_at: at, ...before }
}

async function store(tx: Db, cards: CardRow[], lapses: PracticeReviewsTable[]): Promise<void> {
  for (const rows of chunks(cards)) {
    await tx
      .insertInto('practice_cards')
      .values(rows)
      .onConflict((conflicting) =>
        conflicting.columns(['user_id', 'question_id']).doUpdateSet(({ ref }) => ({
          source_kind: ref('excluded.source_kind'),
          source_id: ref('excluded.source_id'),
          source_title: ref('excluded.source_title'),
          left_at: ref('excluded.left_at'),
          left_reason: ref('excluded.left_reason'),
          due_at: ref('excluded.due_at'),
          stability: ref('excluded.stability'),
          difficulty: ref('excluded.difficulty'),
          reps: ref('excluded.reps'),
          lapses: ref('excluded.lapses'),
          state: ref('excluded.state'),
          last_review_at: ref('excluded.last_review_at'),
        })),
      )
      .execute()
  }
  for (const rows of chunks(lapses)) await tx.insertInto('practice_reviews').values(rows).execute()
}

function* chunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS) yield rows.slice(from, from + ROWS)
}
