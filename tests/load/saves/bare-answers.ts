import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { body, headers } from '../requests/bare.ts'

/** The row of an answer, in the order of the table's columns. */
export type Row = [attempt: number, question: number, option: number, marked: number, seq: number, ...times: number[]]

/** The table of the product, without what it belongs to. */
export const TABLE = `create table responses (
  attempt_id integer not null, question_id integer not null, option_id integer, marked integer not null,
  seq bigint not null, time_from bigint, time_to bigint, saved_at bigint not null,
  constraint responses_key primary key (attempt_id, question_id))`

/** The product's statement, without what it checks. */
export const upsertOf = (values: string) => `insert into responses values (${values})
  on conflict (attempt_id, question_id) do update set option_id = excluded.option_id, marked = excluded.marked,
    seq = excluded.seq, time_from = excluded.time_from, time_to = excluded.time_to, saved_at = excluded.saved_at
    where excluded.seq > responses.seq
  returning seq`

/** Listens for answers and hands each on; nothing is asked about who sends it. */
export function takeAnswers(store: (row: Row, answer: (stored: boolean) => void) => void): void {
  createServer((request, response) => {
    if (request.method === 'GET') return void response.end()
    void read(request).then((row) => store(row, (stored) => reply(response, stored)))
  }).listen(Number(process.env.PORT), '127.0.0.1')
}

async function read(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const action = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, number>
  const { attempt_id, qid, answer_option_id, marked, seq, time_from, time_to } = action
  return [attempt_id!, qid!, answer_option_id!, marked ? 1 : 0, seq!, time_from!, time_to!, Date.now()]
}

function reply(response: ServerResponse, stored: boolean): void {
  if (stored) response.writeHead(200, headers).end(body)
  else response.writeHead(500).end()
}
