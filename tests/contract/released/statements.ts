import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from '#db/database.ts'

/** What servers of the release before this state of the code ask of their database. */
export interface Released {
  /** Its last migration. */
  lastMigration: string
  /** Each once, as the engine gets it. */
  statements: string[]
}

/** Reads the list that `npm run sql -- --released` has written. */
export function releasedStatements(engine: Engine): Released {
  const [head = '', ...lines] = readFileSync(path.join(import.meta.dirname, 'statements.sql'), 'utf8').split('\n')
  const statements: string[] = []
  let part = ''
  for (const line of lines.filter(Boolean)) {
    if (line.startsWith('-- ')) part = line.slice(3)
    else if (part === 'both' || part === engine) statements.push(engine === 'postgres' ? numbered(line) : line)
  }
  return { lastMigration: /migration is (\S+)/.exec(head)?.[1] ?? '', statements }
}

/** PostgreSQL's values have numbers. */
function numbered(statement: string): string {
  let values = 0
  return statement.replace(/'(?:[^']|'')*'|\?/g, (found) => (found === '?' ? `$${++values}` : found))
}
