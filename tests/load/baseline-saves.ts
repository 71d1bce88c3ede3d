import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** Bare Hono with the upsert of an answer and nothing else: no log-in, no checks, no clock. */
const database = new DatabaseSync(path.join(process.env.DATA_DIR!, 'baseline.db'))
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table responses (attempt_id integer, question_id integer, option_id integer, marked integer, seq integer,
    time_from integer, time_to integer, saved_at integer, primary key (attempt_id, question_id)) without rowid;
`)
const upsert = database.prepare(`
  insert into responses values (?, ?, ?, 0, ?, ?, ?, ?)
  on conflict (attempt_id, question_id) do update set option_id = excluded.option_id, seq = excluded.seq,
    time_from = excluded.time_from, time_to = excluded.time_to, saved_at = excluded.saved_at
    where excluded.seq > responses.seq
  returning seq`)
/** Stands for the attempt: as many different rows as the product has. */
const attempts = new Map<string, number>()

const app = new Hono()
app.get('/', (c) => c.text('ok'))
app.post('/save', async (c) => {
  const token = c.req.header('authorization') ?? ''
  let attempt = attempts.get(token)
  if (attempt === undefined) attempts.set(token, (attempt = attempts.size + 1))
  const { qid, answer_option_id, seq, time_from, time_to } = await c.req.json()
  const row = upsert.get(attempt, qid, answer_option_id, seq, time_from, time_to, Date.now())
  return c.json({ status: true, seq: row?.seq })
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
