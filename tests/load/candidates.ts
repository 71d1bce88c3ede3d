import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { seedLearners, type SeededLearner } from '../support/scenes/learners.ts'
import type { Candidate } from './requests/load.ts'

/** A candidate together with the record that a browser keeps of a signed-in learner. */
export interface SeededCandidate extends Candidate {
  user: object
}

/** Where the data of a stopped server are. */
export type Data = Parameters<typeof openDatabase>[0]

/** Puts candidates with a session into the data, who may start its longest exam; with `started` they have. */
export async function seedCandidates(data: Data, count: number, { started }: { started: boolean }) {
  const { db, close } = await openDatabase(data)
  try {
    const { id: paperId, exam_id: examId } = await longestPaper(db)
    const questions = await questionsOf(db, paperId)
    const learners = await seedLearners(db, count)
    const attempts = started ? await startAll(db, learners, examId, paperId) : new Map<number, Candidate['attempt']>()
    return learners.map(({ id, token, name }): SeededCandidate => {
      const user = { id, token, name, email: '', registration_completed: 'Y' }
      const attempt = attempts.get(id)
      return { token, examId, questions, user, ...(attempt && { attempt }) }
    })
  } finally {
    await close()
  }
}

/** The paper of the open exam with most questions. */
function longestPaper(db: Kysely<Database>) {
  const now = Date.now()
  return db
    .selectFrom('papers')
    .innerJoin('exams', 'exams.paper_id', 'papers.id')
    .select(['papers.id', 'papers.exam_id'])
    .where('exams.exam_type_id', '=', 1)
    .where('exams.opens_at', '<', now)
    .where('exams.closes_at', '>', now + HOUR)
    .where('exams.registration_fields', '=', '[]')
    .orderBy('papers.question_count', 'desc')
    .orderBy('papers.id')
    .executeTakeFirstOrThrow()
}

async function questionsOf(db: Kysely<Database>, paperId: number): Promise<Candidate['questions']> {
  const options = await db
    .selectFrom('paper_questions')
    .innerJoin('question_options', 'question_options.question_id', 'paper_questions.question_id')
    .select(['paper_questions.question_id', 'question_options.id'])
    .where('paper_questions.paper_id', '=', paperId)
    .execute()
  return [...new Set(options.map((option) => option.question_id))].map((qid) => ({
    qid,
    options: options.filter((option) => option.question_id === qid).map((option) => option.id),
  }))
}

async function startAll(db: Kysely<Database>, learners: SeededLearner[], examId: number, paperId: number) {
  const now = Date.now()
  const rows = await db
    .insertInto('attempts')
    .values(
      learners.map(({ id }) => ({
        writer: randomBytes(12).toString('base64url'),
        user_id: id,
        exam_id: examId,
        paper_id: paperId,
        number: 1,
        status: 'open' as const,
        started_at: now,
        deadline_at: now + 2 * HOUR,
      })),
    )
    .returning(['id', 'user_id', 'writer'])
    .execute()
  return new Map(rows.map(({ id, user_id, writer }) => [user_id, { id, writer: writer! }]))
}
