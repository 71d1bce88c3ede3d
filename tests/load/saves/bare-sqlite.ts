import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { takeAnswers, TABLE, upsertOf, type Row } from './bare-answers.ts'

/**
 * Bare node:http and node:sqlite: answers that come together are stored in one transaction, as the product's group commit
 * does, and are acknowledged when it is on the disk.
 */
const database = new DatabaseSync(path.join(process.env.DATA_DIR!, 'bare.db'))
database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}`)
const begin = database.prepare('begin immediate')
const commit = database.prepare('commit')
const upsert = database.prepare(upsertOf('?, ?, ?, ?, ?, ?, ?, ?'))

/** Answers in one transaction at most, as in the product (src/db/statements/group-commit.ts). */
const MOST = 256
const waiting: { row: Row; answer: (stored: boolean) => void }[] = []

function store(): void {
  while (waiting.length > 0) {
    const group = waiting.splice(0, MOST)
    begin.run()
    const stored = group.map(({ row }) => upsert.get(...row) !== undefined)
    commit.run()
    for (const [index, { answer }] of group.entries()) answer(stored[index]!)
  }
}

takeAnswers((row, answer) => {
  waiting.push({ row, answer })
  // What else this turn of the event loop brings joins in.
  if (waiting.length === 1) setImmediate(store)
})
