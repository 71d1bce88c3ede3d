import { sql } from 'kysely'
import type { OpenDatabase } from '#db/open.ts'
import { MOCK_TEST } from '#features/exams/exams.rules.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { scattered, numbers, whole, type Whole } from '../seed/numbers.ts'
import { settle } from '../seed/seed.ts'
import { countOn, fill, idsAfter, inBatches, n, type Seeding } from '../seed/seeding.ts'
import { sizesOf } from '../seed/sizes.ts'

export const CANDIDATES = 10_000
export const QUESTIONS = 100
const OPTIONS = 4
/** The place of the right option of every question. */
const RIGHT = 2
/** One candidate of so many is still sitting. */
const OPEN_EVERY = 20
/** One attempt of so many was timed question by question. */
const TIMED_EVERY = 10

/**
 * Fills a migrated, empty database with one exam of a whole district: everybody leaves an eighth of the questions, and the
 * better ones, by their numbers, have more right.
 * @returns the exam
 */
export async function largeExam({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>, now: number): Promise<number> {
  const id = await idsAfter(db)
  const seeding: Seeding = { db, engine, sizes: sizesOf(engine, 1), now, id, progress: () => {} }
  await seedPaper(seeding)
  await fill(seeding, 'users', CANDIDATES, {
    country_code: sql`'91'`,
    phone: sql`cast(${whole(7_100_000_000)} + n as text)`,
    name: sql`'Candidate ' || ${scattered(n, 3, 1_000_000)}`,
    registration_completed: whole(1),
    verified_at: whole(now),
    created_at: whole(now),
    id: id('users', n),
  })
  const started: Whole = sql`(${whole(now - HOUR)} + n % 60 * ${whole(SECOND)})`
  const isOpen = sql`n % ${whole(OPEN_EVERY)} = 0`
  await fill(seeding, 'attempts', CANDIDATES, {
    id: id('attempts', n),
    user_id: id('users', n),
    exam_id: id('exams', whole(1)),
    paper_id: id('papers', whole(1)),
    number: whole(1),
    status: sql`case when ${isOpen} then 'open' else 'completed' end`,
    started_at: started,
    deadline_at: sql`${started} + ${whole(2 * HOUR)}`,
    submitted_at: sql`case when ${isOpen} then null else ${started} + ${whole(30 * MINUTE)} + ${scattered(n, 5, 30 * MINUTE)} end`,
    finished_by: sql`case when ${isOpen} then null else 'learner' end`,
  })
  await seedAnswers(seeding)
  await countOn(seeding)
  await settle({ db, engine })
  const { rows } = await sql<{ exam: number }>`select ${id('exams', whole(1))} as exam`.execute(db)
  return rows[0]!.exam
}

async function seedPaper(seeding: Seeding): Promise<void> {
  const { now, id } = seeding
  const [exam, paper, section] = [id('exams', whole(1)), id('papers', whole(1)), id('paper_sections', whole(1))]
  await fill(seeding, 'exams', 1, {
    id: exam,
    key: sql`'district'`,
    title: sql`'District exam'`,
    category_title: sql`'Degree Level'`,
    exam_type_id: whole(MOCK_TEST),
    minutes: whole(120),
    attempts_allowed: whole(1),
    view_answer: whole(1),
    instructions_html: sql`''`,
    registration_fields: sql`'[]'`,
    opens_at: whole(now - DAY),
    closes_at: whole(now + DAY),
    paper_id: paper,
    position: whole(1),
    created_at: whole(now - DAY),
  })
  await fill(seeding, 'papers', 1, {
    id: paper,
    exam_id: exam,
    fingerprint: sql`'district'`,
    question_count: whole(QUESTIONS),
    units_per_mark: whole(3),
    correct_units: whole(3),
    wrong_units: whole(1),
    created_at: whole(now - DAY),
  })
  await fill(seeding, 'paper_sections', 1, { id: section, paper_id: paper, title: sql`'General'`, position: whole(0) })
  await fill(seeding, 'questions', QUESTIONS, {
    id: id('questions', n),
    key: sql`'district-' || n`,
    content_html: sql`'<p>Which of these statements about number ' || n || ' is right?</p>'`,
    explanation_html: sql`''`,
  })
  await fill(seeding, 'question_options', QUESTIONS * OPTIONS, {
    id: id('question_options', n),
    question_id: id('questions', sql`(1 + (n - 1) / ${whole(OPTIONS)})`),
    position: sql`(n - 1) % ${whole(OPTIONS)}`,
    content_html: sql`'Statement ' || n`,
    is_answer: sql`case when (n - 1) % ${whole(OPTIONS)} = ${whole(RIGHT)} then 1 else 0 end`,
  })
  await fill(seeding, 'paper_questions', QUESTIONS, {
    paper_id: paper,
    question_id: id('questions', n),
    section_id: section,
    position: n,
  })
}

/** Answers, and the scores and ranks that follow from them. */
async function seedAnswers(seeding: Seeding): Promise<void> {
  const { db, now, id } = seeding
  const cell: Whole = sql`(made.n * 131 + part.n)`
  // How able a candidate is, and how hard a question: of a hundred.
  const right = sql`${scattered(cell, 11, 100)} < 20 + ${scattered(sql`made.n`, 13, 60)} - part.n % 20`
  const place: Whole = sql`(case when ${right} then ${whole(RIGHT)} else (part.n + made.n) % 2 end)`
  await inBatches(seeding, 'responses', { count: CANDIDATES, each: QUESTIONS }, (from, to) =>
    sql`insert into responses (attempt_id, question_id, option_id, seq, saved_at)
      select ${id('attempts', sql`made.n`)}, ${id('questions', sql`part.n`)},
        ${id('question_options', sql`((part.n - 1) * ${whole(OPTIONS)} + 1 + ${place})`)}, 1,
        ${whole(now - HOUR)} + part.n * ${whole(10 * SECOND)}
      from ${numbers(from, to)} as made cross join ${numbers(1, QUESTIONS)} as part
      where ${scattered(cell, 17, 8)} > 0`.execute(db),
  )
  await inBatches(seeding, 'question_times', { count: CANDIDATES / TIMED_EVERY, each: QUESTIONS }, (from, to) =>
    sql`insert into question_times (attempt_id, question_id, ms)
      select ${id('attempts', sql`(made.n * ${whole(TIMED_EVERY)} + 1)`)}, ${id('questions', sql`part.n`)},
        10000 + ${scattered(cell, 19, 60_000)}
      from ${numbers(from, to)} as made cross join ${numbers(1, QUESTIONS)} as part
      where made.n * ${whole(TIMED_EVERY)} < ${whole(CANDIDATES)}`.execute(db),
  )
  await sql`update attempts set
      correct_count = (select count(*) from responses join question_options on question_options.id = option_id
        where attempt_id = attempts.id and is_answer = 1),
      incorrect_count = (select count(*) from responses join question_options on question_options.id = option_id
        where attempt_id = attempts.id and is_answer = 0)
    where status = 'completed'`.execute(db)
  await sql`update attempts set score_units = 3 * correct_count - incorrect_count where status = 'completed'`.execute(
    db,
  )
  await sql`insert into score_tallies (paper_id, score_units, incorrect_count, candidates)
    select paper_id, score_units, incorrect_count, count(*) from attempts where status = 'completed'
    group by paper_id, score_units, incorrect_count`.execute(db)
}
