import type { Kysely } from 'kysely'
import { filledForm, keepForm, type FilledForm, type KeptForm } from '#core/calls/kept-form.ts'
import type { LearnerContext } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'
import type { gradedOf } from './finished-attempt.ts'
import { outcomesIn, type FinishedAttempt } from './finished-attempt.ts'
import type { ResultQuestion } from '../results.contract.ts'
import { solutionsOf, type Paper, type Solutions } from '../../server/papers.ts'
import { ownTimes } from '../../take/server/times/question-times.ts'

/** Bytes of the papers with solutions that are kept as they are sent. One of 100 questions has 200 to 900 kB. */
const MOST = 25_000_000

const forms = memoryOfEach<Kysely<Database>, KeptForm>(() =>
  boundedMemory(MOST, ({ pieces }) =>
    pieces.reduce((sum, { json, deflated }) => sum + json.length + deflated.length, 0),
  ),
)

/** Digits of milliseconds, nearly three hours: one who took longer for a question gets a reply that is put together anew. */
const TIME_DIGITS = 7

/** What a candidate did with a question: all that differs between two results of a paper. */
type Done = Pick<ResultQuestion, 'your_answer' | 'correct' | 'time_ms'>

/** The first name of what a candidate did; what stands before it in the JSON of a question is the same for all. */
const FIRST = '"your_answer":'

/**
 * The questions of a finished attempt with what was chosen and the solutions, as the contract has them. Half a hall asks for
 * its results within a minute, so of all texts there is one copy, compressed.
 */
export async function solvedQuestions(
  ctx: LearnerContext,
  attempt: FinishedAttempt,
  paper: Paper,
  graded: Awaited<ReturnType<typeof gradedOf>>,
): Promise<FilledForm | string> {
  const { contentVersion } = await ctx.site()
  const solutions = await solutionsOf(ctx, paper.id)
  const form = await forms(ctx.db)(`${contentVersion} ${paper.id}`, () => formOf(paper, solutions))
  const times = await ownTimes(ctx, attempt)
  const values = outcomesIn(graded, paper, solutions).map(({ question: { qid }, choice, outcome }) =>
    valueOf({ your_answer: choice, correct: outcome === 'correct', time_ms: times.ms.get(qid) ?? null }),
  )
  return values.length === 0 ? '[]' : filledForm(form, values)
}

/** What a candidate did, as it stands behind FIRST. */
function valueOf({ your_answer, correct, time_ms }: Done): string {
  return JSON.stringify({ your_answer, correct, time_ms }).slice(`{${FIRST}`.length, -'}'.length)
}

async function formOf({ questions }: Paper, solutions: Solutions): Promise<KeptForm> {
  const heads = questions.map(({ qid, section, question }): Omit<ResultQuestion, keyof Done> => {
    const solution = solutions.get(qid)
    return {
      id: qid,
      section,
      corrected: solution?.corrected ? [...solution.corrected] : null,
      question: {
        question_content: question.question_content,
        explanation: solution?.explanation ?? '',
        answer_option: question.answer_option.map(({ id, answer_option }) => ({
          id,
          answer_option,
          isAnswer: solution?.rightOptions.has(id) ? ('Y' as const) : ('N' as const),
        })),
      },
    }
  })
  const ids = questions.flatMap(({ question }) => question.answer_option.map(({ id }) => id))
  const widest = { your_answer: Math.max(1000, ...ids), correct: false, time_ms: 10 ** TIME_DIGITS - 1 }
  const begun = heads.map((head) => `${JSON.stringify(head).slice(0, -1)},${FIRST}`)
  return keepForm(
    [...begun.map((head, index) => (index === 0 ? `[${head}` : `},${head}`)), '}]'],
    valueOf(widest).length,
  )
}
