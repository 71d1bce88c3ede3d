import cluster from 'node:cluster'
import pg from 'pg'
import { onceGathered } from '#db/statements/gather.ts'
import { config, takeAnswers, type Answer } from './bare-answers.ts'
import { statementOfMany, statementOfOne } from './save-statement.ts'

/**
 * Bare node:http and pg on data like the product's, with as many processes as the product has: answers that come while
 * others are on their way go together, by the product's statements, and are acknowledged when the database has them on the
 * disk. No session, no contract, no router, no layer between the statement and pg. What would have to be tried by itself,
 * an attempt that somebody holds or two answers to one question, is told as failed: this load has none.
 */
const pool = new pg.Pool({ connectionString: config.DATABASE_URL })
const [one, many] = await Promise.all([statementOfOne('postgres'), statementOfMany()])

/** Answers in one statement at most, as in the product (src/db/statements/together.ts). */
const MOST = 256
const waiting: { answer: Answer; done: (stored: boolean) => void }[] = []
let busy = false

function plan(): void {
  if (busy || waiting.length === 0) return
  busy = true
  onceGathered(waiting, MOST, () => {
    const group = waiting.splice(0, MOST)
    const told = (stored: boolean) => {
      busy = false
      for (const { done } of group) done(stored)
      plan()
    }
    pool.query(queryOf(group.map(({ answer }) => answer))).then(
      ({ rowCount }) => told(rowCount === group.length),
      () => told(false),
    )
  })
}

function queryOf(answers: Answer[]): pg.QueryConfig {
  const [first] = answers as [Answer]
  return answers.length === 1
    ? { name: 'one', text: one.text, values: one.names.map((name) => first[name]) }
    : { name: 'many', text: many.text, values: many.names.map((name) => answers.map((answer) => answer[name])) }
}

if (cluster.isPrimary) {
  await pool.end()
  for (let each = 0; each < config.WEB_CONCURRENCY; each++) cluster.fork()
  process.once('SIGTERM', () => process.exit())
} else {
  const { rows } = await pool.query<{ id: number; user_id: number }>('select id, user_id from attempts')
  takeAnswers(new Map(rows.map(({ id, user_id }) => [id, user_id])), (answer, done) => {
    waiting.push({ answer, done })
    plan()
  })
}
