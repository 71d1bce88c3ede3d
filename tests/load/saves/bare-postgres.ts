import cluster from 'node:cluster'
import pg from 'pg'
import { takeAnswers, TABLE, upsertOf } from './bare-answers.ts'

/**
 * Bare node:http and pg: as many processes and connections as the product has, one statement and one commit an answer,
 * acknowledged when the database has it on the disk.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const upsert = { name: 'upsert', text: upsertOf('$1, $2, $3, $4, $5, $6, $7, $8') }

if (cluster.isPrimary) {
  await pool.query(TABLE)
  await pool.end()
  for (let each = 0; each < Number(process.env.WEB_CONCURRENCY); each++) cluster.fork()
  process.once('SIGTERM', () => process.exit())
} else {
  takeAnswers((values, answer) => {
    pool.query({ ...upsert, values }).then(
      ({ rowCount }) => answer(rowCount === 1),
      () => answer(false),
    )
  })
}
