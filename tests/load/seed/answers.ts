import { sql } from 'kysely'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'
import { daysOpen, optionId, RIGHT } from './catalogue.ts'
import { activeLearner } from './learners.ts'
import { numbers, scattered, skewed, whole, type Whole } from './numbers.ts'
import { fill, inBatches, n, type Seeding } from './seeding.ts'
import { ACTIVE_EVERY, ANSWERS, PAPER } from './sizes.ts'

/** Attempts of one of the most active learners: two of each of two exams. Others who sat an exam have one. */
const MANY = 4
const TWICE = 2
/** One attempt of so many was timed question by question. */
const TIMED_EVERY = 10

/** Finished attempts of general exams with their answers, scores and ranks. Popular exams have many candidates. */
export async function seedAnswers(seeding: Seeding): Promise<void> {
  const { sizes } = seeding
  const active = Math.ceil(sizes.learners / ACTIVE_EVERY) * MANY
  const others = Math.max(0, sizes.attempts - active)
  await seedAttempts(seeding, {
    from: 0,
    count: active,
    learner: activeLearner(sql`(1 + (n - 1) / ${whole(MANY)})`),
    each: MANY,
  })
  // Even numbers, of which the most active have none.
  await seedAttempts(seeding, { from: active, count: others, learner: sql`(n * 6)`, each: 1 })
  await seedResponses(seeding, active + others)
}

async function seedAttempts(
  seeding: Seeding,
  { from, count, learner, each }: { from: number; count: number; learner: Whole; each: number },
): Promise<void> {
  const { sizes, now, id } = seeding
  const nth: Whole = sql`((n - 1) % ${whole(each)})`
  const exam: Whole = sql`(1 + (${skewed(learner, 61, sizes.exams)} + ${nth} / ${whole(TWICE)}) % ${whole(sizes.exams)})`
  const correct: Whole = sql`(12 + ${scattered(n, 62, 10)} + ${scattered(n, 63, 10)} + ${scattered(n, 64, 9)})`
  const started: Whole = sql`(${whole(now - DAY)} - ${scattered(n, 65, 1000)} * (${daysOpen(exam)} - 1) * ${whole(DAY / 1000)})`
  await fill(seeding, 'attempts', count, {
    id: id('attempts', sql`(${whole(from)} + n)`),
    user_id: id('users', learner),
    exam_id: id('exams', exam),
    paper_id: id('papers', exam),
    number: sql`1 + ${nth} % ${whole(TWICE)}`,
    status: sql`'completed'`,
    started_at: started,
    deadline_at: sql`${started} + ${whole(60 * MINUTE)}`,
    submitted_at: sql`${started} + ${whole(ANSWERS * MINUTE)} + ${scattered(n, 66, 15 * MINUTE)}`,
    finished_by: sql`'learner'`,
    correct_count: correct,
    incorrect_count: sql`${whole(ANSWERS)} - ${correct}`,
    score_units: sql`${correct} * 3 - (${whole(ANSWERS)} - ${correct})`,
  })
}

/** As many right answers as the attempt counts, a minute each. */
async function seedResponses(seeding: Seeding, attempts: number): Promise<void> {
  const { db, id } = seeding
  const exam: Whole = sql`(attempts.exam_id - ${id('exams', whole(0))})`
  const question: Whole = sql`((${exam} - 1) * ${whole(PAPER)} + 1 + (part.n + attempts.id) % ${whole(PAPER)})`
  const position: Whole = sql`(case when part.n < attempts.correct_count then ${whole(RIGHT)} else part.n % 2 end)`
  await inBatches(seeding, 'responses', { count: attempts, each: ANSWERS }, (from, to) =>
    sql`insert into responses (attempt_id, question_id, option_id, seq, time_from, time_to, saved_at)
      select attempts.id, ${id('questions', question)}, ${optionId(seeding, question, position)}, part.n + 1,
        started_at + part.n * ${whole(MINUTE)}, started_at + (part.n + 1) * ${whole(MINUTE)},
        started_at + (part.n + 1) * ${whole(MINUTE)}
      from attempts cross join ${numbers(0, ANSWERS - 1)} as part
      where attempts.id between ${id('attempts', whole(from))} and ${id('attempts', whole(to))}`.execute(db),
  )
  await inBatches(seeding, 'question_times', { count: Math.floor(attempts / TIMED_EVERY), each: ANSWERS }, (from, to) =>
    sql`insert into question_times (attempt_id, question_id, ms)
        select attempt_id, question_id, 20000 + ${scattered(sql`(attempt_id * 53 + question_id)`, 67, 60_000)}
        from ${numbers(from, to)} as made
        join responses on responses.attempt_id = ${id('attempts', sql`(made.n * ${whole(TIMED_EVERY)})`)}`.execute(db),
  )
  await sql`insert into score_tallies (paper_id, score_units, incorrect_count, candidates)
    select paper_id, score_units, incorrect_count, count(*) from attempts
    where status = 'completed' and number = 1 and paper_id > ${id('papers', whole(0))}
    group by paper_id, score_units, incorrect_count`.execute(db)
}
