import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'
import { medianTimes } from '../../result/server/median-times.ts'
import { FEWEST_CANDIDATES } from '../../result/standing.rules.ts'
import { paperOf, solutionsOf, type Paper, type Solutions } from '../../server/papers.ts'
import { cutsOf, itemCounter, LEFT, type ItemStatistics, type PaperStatistics } from '../item-statistics.rules.ts'
import { examWithPapers, type ExamPaper } from './lists/exam-papers.ts'

/** Answers of one statement: some 20 ms of SQLite, in which nobody else is answered. */
const ANSWERS = 15_000

/** Candidates whose ids and scores are read at once. */
const CANDIDATES = 10_000

/** A question with what its candidates did with it. */
export interface ItemOfPaper extends Omit<ItemStatistics, 'options'> {
  qid: number
  /** Place in the paper, from 1. */
  number: number
  section: string
  /** Sanitised HTML. */
  content: string
  /** Median of the time that it was on the screen, of a sample (docs/decisions/0015-ranks-and-medians.md); null: too few. */
  median_ms: number | null
  options: (ItemStatistics['options'][number] & { id: number; content: string; right: boolean })[]
}

interface OfPaper {
  exam: { id: number; title: string }
  paper: ExamPaper
  papers: ExamPaper[]
}

export type ExamStatistics = OfPaper &
  (
    | { is: 'too few'; candidates: number; least: number }
    | { is: 'known'; statistics: PaperStatistics; items: ItemOfPaper[] }
  )

type Counted = ReturnType<ReturnType<typeof itemCounter>['result']>

/** Bytes of the memory: a paper of 100 questions has 40 kB. */
const MOST = 4_000_000

const counted = memoryOfEach<Kysely<Database>, Counted>(() =>
  boundedMemory(MOST, ({ items }) => items.reduce((bytes, { options }) => bytes + 120 + 60 * options.length, 0)),
)

/**
 * How the questions of an exam did, by the finished first attempts of one paper, as ranks count them: what later attempts
 * knew of the questions is not asked. Worked out again when somebody has finished or the content has changed.
 * @param asked paperId: another paper than the one that is looked at
 * @throws notFound
 */
export async function itemStatistics(
  services: Pick<Services, 'db' | 'site' | 'now'>,
  asked: { examId: number; paperId?: number | undefined },
): Promise<ExamStatistics> {
  const { db } = services
  const found = await examWithPapers(db, asked.examId, asked.paperId)
  const few = { ...found, is: 'too few' as const, least: FEWEST_CANDIDATES }
  const { id, candidates } = found.paper
  if (candidates < FEWEST_CANDIDATES) return { ...few, candidates }
  const [paper, solutions, { contentVersion }] = await Promise.all([
    paperOf(services, id),
    solutionsOf(services, id),
    services.site(),
  ])
  const key = `${contentVersion} ${id} ${await finishedSoFar(db, id)}`
  const { paper: statistics, items } = await counted(db)(key, () => countPaper(db, paper, solutions))
  // Accounts that have ended took their answers along.
  if (statistics.candidates < FEWEST_CANDIDATES) return { ...few, candidates: statistics.candidates }
  const { ms } = await medianTimes(services, id)
  return {
    ...found,
    is: 'known',
    statistics,
    items: paper.questions.map(({ qid, section, question }, index) => ({
      ...items[index]!,
      qid,
      number: index + 1,
      section: paper.sections[section]!.title,
      content: question.question_content,
      median_ms: ms.get(qid) ?? null,
      options: question.answer_option.map((option, place) => ({
        ...items[index]!.options[place]!,
        id: option.id,
        content: option.answer_option,
        right: isRight(solutions, qid, option.id),
      })),
    })),
  }
}

const isRight = (solutions: Solutions, qid: number, option: number) =>
  solutions.get(qid)?.rightOptions.has(option) === true

/** Another text when other first attempts have finished: one that was given back may have ended with another score. */
async function finishedSoFar(db: Db, paperId: number): Promise<string> {
  const { candidates, scores, wrong } = await db
    .selectFrom('score_tallies')
    .where('paper_id', '=', paperId)
    .select(({ fn }) => [
      fn.sum<number>('candidates').as('candidates'),
      sql<number>`sum(candidates * score_units)`.as('scores'),
      sql<number>`sum(candidates * incorrect_count)`.as('wrong'),
    ])
    .executeTakeFirstOrThrow()
  return `${candidates} ${scores} ${wrong}`
}

/** Finished first attempts of a paper. */
const finishedFirst = (db: Db, paperId: number) =>
  db
    .selectFrom('attempts')
    .where('paper_id', '=', paperId)
    .where('status', '=', sql.lit('completed' as const))
    .where('number', '=', sql.lit(1))

async function countPaper(db: Db, paper: Paper, solutions: Solutions): Promise<Counted> {
  const scores = await finishedFirst(db, paper.id)
    .select(({ fn }) => [fn.coalesce('score_units', sql.lit(0)).as('score'), fn.countAll<number>().as('candidates')])
    .groupBy('score_units')
    .execute()
  const items = paper.questions.map(({ qid, question }) => ({
    options: question.answer_option.length,
    right: question.answer_option.flatMap(({ id }, place) => (isRight(solutions, qid, id) ? [place] : [])),
  }))
  const cuts = scores.length > 0 && cutsOf(new Map(scores.map(({ score, candidates }) => [score, candidates])))
  const { add, result } = itemCounter(items, paper, cuts || { upper: 0, lower: 0 })
  const read = choicesReader(paper)
  const each = Math.max(1, Math.floor(ANSWERS / Math.max(1, items.length)))
  for await (const candidates of finishedInBatches(db, paper.id)) {
    for (let from = 0; from < candidates.length; from += each) {
      const batch = candidates.slice(from, from + each)
      const chosen = await chosenIn(
        db,
        batch.map(({ id }) => id),
      )
      for (const { id, score_units } of batch) add(score_units ?? 0, read(chosen.get(id)))
      await setImmediate()
    }
  }
  return result()
}

async function* finishedInBatches(db: Db, paperId: number) {
  for (let after = 0; ;) {
    const batch = await finishedFirst(db, paperId)
      .where('id', '>', after)
      .select(['id', 'score_units'])
      // Not the bare column: along its key PostgreSQL would look for them among the attempts of all exams.
      .orderBy(sql`id + 0`)
      .limit(CANDIDATES)
      .execute()
    if (batch.length > 0) yield batch
    if (batch.length < CANDIDATES) return
    after = batch.at(-1)!.id
  }
}

/**
 * The options that were chosen in some attempts, of each in one text: a row an answer takes four times as long to be read. An
 * option tells its question.
 */
async function chosenIn(db: Db, attempts: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('responses')
    .where('attempt_id', 'in', attempts)
    .where('option_id', 'is not', null)
    .select(['attempt_id', sql<string>`string_agg(cast(option_id as text), ',')`.as('chosen')])
    .groupBy('attempt_id')
    .execute()
  return new Map(rows.map(({ attempt_id, chosen }) => [attempt_id, chosen]))
}

/** Reads such a text into the places of the chosen options; the same array each time. */
function choicesReader({ questions }: Paper): (chosen: string | undefined) => Int8Array {
  const places = new Map(
    questions.flatMap(({ question }, index) =>
      question.answer_option.map(({ id }, place) => [String(id), { index, place }] as const),
    ),
  )
  const choices = new Int8Array(questions.length)
  return (chosen = '') => {
    choices.fill(LEFT)
    for (const option of chosen.split(',')) {
      const at = places.get(option)
      if (at) choices[at.index] = at.place
    }
    return choices
  }
}
