import type { Kysely } from 'kysely'
import type { Services } from '#core/context.ts'
import { keepJson, type KeptJson } from '#core/calls/kept-json.ts'
import type { Database } from '#db/database.ts'
import type { ExamQuestion } from '../take/attempt.contract.ts'
import type { Marking } from '../exams.rules.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'

/** A paper as a candidate may see it: nothing here tells a right answer. */
export interface Paper extends Marking {
  id: number
  sections: { title: string; question_count: number }[]
  questions: ExamQuestion[]
  /** The questions as the reply has them. */
  questionsJson: KeptJson
}

/** What tells the right answers, by question id. Read only for finished attempts, and kept apart from the paper. */
export type Solutions = Map<number, Solution>

interface Solution {
  explanation: string
  /** Those that attempts on this paper are marked by. */
  rightOptions: Set<number>
  /** Those of today, where they are others. */
  corrected: Set<number> | null
}

/** What the learner reads before an exam, and the same as the reply has it. */
interface Instructions {
  html: string
  json: KeptJson
}

/** Bytes of each memory. A paper of 100 questions has 100 to 600 kB, the more the more formulas it has. */
const MOST = { instructions: 4_000_000, papers: 50_000_000, solutions: 20_000_000 }

/** How much more memory a paper takes than its JSON: it is there as JSON, and as objects in whose texts a letter has two bytes. */
const ROOM = 3

/** Bytes of a solution beside its text. */
const SOLUTION = 300

const instructions = memoryOfEach<Kysely<Database>, Instructions>(() =>
  boundedMemory(MOST.instructions, ({ json }) => ROOM * json.json.length),
)
const papers = memoryOfEach<Kysely<Database>, Paper>(() =>
  boundedMemory(MOST.papers, ({ questionsJson }) => ROOM * questionsJson.json.length),
)
const solutions = memoryOfEach<Kysely<Database>, Solutions>(() =>
  boundedMemory(MOST.solutions, (of) =>
    of.values().reduce((bytes, { explanation }) => bytes + SOLUTION + 2 * explanation.length, 0),
  ),
)

/**
 * A paper, from memory when it was read before: a thousand candidates who start together read it once. A paper's
 * questions never change, the wording of a question may, with a new content version.
 */
export async function paperOf({ db, site }: Pick<Services, 'db' | 'site'>, paperId: number): Promise<Paper> {
  const { contentVersion } = await site()
  return papers(db)(`${contentVersion} ${paperId}`, () => readPaper(db, paperId))
}

/** The instructions of an exam, from memory like its paper. */
export async function instructionsOf(
  { db, site }: Pick<Services, 'db' | 'site'>,
  examId: number,
): Promise<Instructions> {
  const { contentVersion } = await site()
  return instructions(db)(`${contentVersion} ${examId}`, () => readInstructions(db, examId))
}

/** The solutions of a paper. */
export async function solutionsOf({ db, site }: Pick<Services, 'db' | 'site'>, paperId: number): Promise<Solutions> {
  const { contentVersion } = await site()
  return solutions(db)(`${contentVersion} ${paperId}`, () => readSolutions(db, paperId))
}

async function readInstructions(db: Kysely<Database>, examId: number): Promise<Instructions> {
  const { instructions_html: html } = await db
    .selectFrom('exams')
    .where('id', '=', examId)
    .select('instructions_html')
    .executeTakeFirstOrThrow()
  return { html, json: await keepJson(html) }
}

async function readPaper(db: Kysely<Database>, paperId: number): Promise<Paper> {
  const [marking, sections, rows, options] = await Promise.all([
    db
      .selectFrom('papers')
      .where('id', '=', paperId)
      .select(['units_per_mark', 'correct_units', 'wrong_units'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('paper_sections')
      .where('paper_id', '=', paperId)
      .select(['id', 'title'])
      .orderBy('position')
      .execute(),
    db
      .selectFrom('paper_questions')
      .innerJoin('question_texts as questions', 'questions.id', 'paper_questions.question_id')
      .innerJoin('paper_sections', 'paper_sections.id', 'paper_questions.section_id')
      .where('paper_questions.paper_id', '=', paperId)
      .select(['questions.id', 'questions.content_html', 'paper_questions.section_id'])
      .orderBy('paper_sections.position')
      .orderBy('paper_questions.position')
      .orderBy('questions.id')
      .execute(),
    db
      .selectFrom('paper_questions')
      .innerJoin('option_texts as question_options', 'question_options.question_id', 'paper_questions.question_id')
      .where('paper_questions.paper_id', '=', paperId)
      // Column by column: is_answer stays in the database.
      .select(['question_options.id', 'question_options.question_id', 'question_options.content_html'])
      .orderBy('question_options.position')
      .execute(),
  ])
  const choices = new Map(rows.map(({ id }) => [id, [] as { id: number; answer_option: string }[]]))
  for (const { id, question_id, content_html } of options) {
    choices.get(question_id)?.push({ id, answer_option: content_html })
  }
  const questions = rows.map(({ id, content_html, section_id }) => ({
    qid: id,
    section: sections.findIndex((section) => section.id === section_id),
    question: { question_content: content_html, answer_option: choices.get(id)! },
  }))
  return {
    id: paperId,
    ...marking,
    sections: sections.map(({ title }, index) => ({
      title,
      question_count: questions.filter(({ section }) => section === index).length,
    })),
    questions,
    questionsJson: await keepJson(questions),
  }
}

async function readSolutions(db: Kysely<Database>, paperId: number): Promise<Solutions> {
  const rows = await db
    .selectFrom('paper_questions')
    .innerJoin('question_texts as questions', 'questions.id', 'paper_questions.question_id')
    .innerJoin('option_texts as question_options', 'question_options.question_id', 'questions.id')
    .where('paper_questions.paper_id', '=', paperId)
    .where(({ or, eb }) =>
      or([
        eb('question_options.is_answer', '=', 1),
        eb('question_options.id', '=', eb.ref('paper_questions.right_option_id')),
      ]),
    )
    .select([
      'questions.id',
      'questions.explanation_html',
      'question_options.id as option_id',
      'question_options.is_answer',
      'paper_questions.right_option_id',
    ])
    .execute()
  const found: Solutions = new Map()
  for (const [id, options] of Map.groupBy(rows, (row) => row.id)) {
    const { explanation_html: explanation, right_option_id: marked } = options[0]!
    const today = new Set(options.filter(({ is_answer }) => is_answer === 1).map(({ option_id }) => option_id))
    const changed = marked !== null && !today.has(marked)
    found.set(id, {
      explanation,
      rightOptions: changed ? new Set([marked]) : today,
      corrected: changed ? today : null,
    })
  }
  return found
}
