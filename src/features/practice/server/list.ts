import { setImmediate } from 'node:timers/promises'
import type { LearnerContext } from '#core/context.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { foldLetters } from '#lib/server/text/search-words.ts'
import { listNotebook as contract } from '../practice.contract.ts'
import { dueWords, readSource } from '../practice.rules.ts'
import { takeIn } from './intake/take-in.ts'
import { mayShow } from './visible.ts'

type Query = InputOf<typeof contract>['query']

/** The questions of the notebook, or those that have left it, with a search through their text. */
export async function listNotebook(ctx: LearnerContext, { query }: { query: Query }) {
  await takeIn(ctx)
  const { page, per_page: perPage } = query
  const found = query.search ? await searched(ctx, query) : undefined
  const total = found?.length ?? (await count(ctx, query))
  const offset = (page - 1) * perPage
  const rows = await select(ctx, query, offset, perPage, found)
  const now = ctx.now()
  const data = rows.map((card) => ({
    question_id: card.question_id,
    content: card.content_html,
    source: { kind: card.source_kind, id: card.source_id, title: card.source_title },
    reviews: card.reps,
    lapses: card.lapses,
    due: card.left_at === null ? dueWords(card.due_at, now) : '',
    due_iso: card.left_at === null ? isoTime(card.due_at) : null,
    left: card.left_reason,
  }))
  return { status: true, data: pagedReply(contract, { query }, data, total) }
}

/** Cards that are asked for and may be shown, in order. */
function wanted({ db, user }: LearnerContext, { show, source: given }: Query) {
  const source = readSource(given)
  let cards = db
    .selectFrom('practice_cards')
    .where('practice_cards.user_id', '=', user.id)
    .where('practice_cards.left_at', show === 'known' ? 'is not' : 'is', null)
    .where((eb) => mayShow(eb, db, user.id))
  if (source) cards = cards.where('source_kind', '=', source.kind).where('source_id', '=', source.id)
  return (show === 'known' ? cards.orderBy('left_at', 'desc') : cards.orderBy('due_at')).orderBy(
    'practice_cards.question_id',
  )
}

async function count(ctx: LearnerContext, query: Query): Promise<number> {
  const { total } = await wanted(ctx, query)
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function select(ctx: LearnerContext, query: Query, offset: number, limit: number, found: number[] | undefined) {
  const asked = found?.slice(offset, offset + limit)
  if (asked?.length === 0) return []
  let cards = wanted(ctx, query).innerJoin('question_texts as questions', 'questions.id', 'practice_cards.question_id')
  if (asked) cards = cards.where('practice_cards.question_id', 'in', asked)
  else cards = cards.offset(offset)
  return cards
    .select([
      'practice_cards.question_id',
      'practice_cards.source_kind',
      'practice_cards.source_id',
      'practice_cards.source_title',
      'practice_cards.reps',
      'practice_cards.lapses',
      'practice_cards.due_at',
      'practice_cards.left_at',
      'practice_cards.left_reason',
      'questions.content_html',
    ])
    .limit(limit)
    .execute()
}

/**
 * Ids of the questions whose text has the words, in the list's order. The text of a question is HTML, so it is searched
 * here and not by the database, which would find names of elements and classes as well.
 */
async function searched(ctx: LearnerContext, query: Query): Promise<number[]> {
  const words = folded(query.search)
  const cards = await wanted(ctx, query).select('practice_cards.question_id').execute()
  const ids = cards.map(({ question_id }) => question_id)
  const found = new Set<number>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await ctx.db
      .selectFrom('question_texts as questions')
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .select(['id', 'content_html'])
      .execute()
    for (const { id, content_html: html } of rows) if (textOf(html).includes(words)) found.add(id)
    // Others are answered meanwhile: a diligent learner has thousands.
    await setImmediate()
  }
  return ids.filter((id) => found.has(id))
}

/** Questions whose text is looked through before others get their turn. */
const AT_ONCE = 500

const folded = (text: string) => foldLetters(text).replace(/\s+/g, ' ').trim()

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** What a reader sees of sanitised HTML, folded. */
function textOf(html: string): string {
  return folded(html.replace(/<[^<>]*>/g, ' ').replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity]!))
}
