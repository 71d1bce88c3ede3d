import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_NAME } from '#db/examine.ts'
import { PRAGMAS } from '#db/open.ts'
import { onceGathered } from '#db/statements/gather.ts'
import { config, takeAnswers, type Answer } from './bare-answers.ts'
import { statementOfOne } from './save-statement.ts'

/**
 * Bare node:http and node:sqlite on data like the product's, opened as it opens them: answers that come together are stored
 * in one transaction, each by the product's statement, and acknowledged when it is on the disk. No session, no contract, no
 * router, no layer between the statement and SQLite.
 */
const database = new DatabaseSync(path.join(config.DATA_DIR, DATABASE_NAME))
database.exec(PRAGMAS)
const begin = database.prepare('begin immediate')
const commit = database.prepare('commit')
const { text, names } = await statementOfOne('sqlite')
const statement = database.prepare(text)

/** Answers in one transaction at most, as in the product (src/db/statements/group-commit.ts). */
const MOST = 256
const waiting: { answer: Answer; done: (stored: boolean) => void }[] = []
let busy = false

function store(): void {
  while (waiting.length > 0) {
    const group = waiting.splice(0, MOST)
    begin.run()
    const stored = group.map(({ answer }) => statement.get(...names.map((name) => answer[name]!)) !== undefined)
    commit.run()
    for (const [index, { done }] of group.entries()) done(stored[index]!)
  }
  busy = false
}

const attempts = database.prepare('select id, user_id from attempts').all() as { id: number; user_id: number }[]
takeAnswers(new Map(attempts.map(({ id, user_id }) => [id, user_id])), (answer, done) => {
  waiting.push({ answer, done })
  if (busy) return
  busy = true
  onceGathered(waiting, MOST, store)
})
