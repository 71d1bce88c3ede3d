import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteDialect } from 'kysely'
import { told, type QueryListener } from './query-event.ts'

/** Prepared statements kept; the product has fewer distinct queries than this. */
const STATEMENTS = 500

/**
 * Lets Kysely's own SQLite dialect drive node:sqlite, which lacks only `reader` and takes parameters one by one.
 * @param onQuery is told of every statement: here rather than by Kysely's log, which costs several turns of the event loop
 */
export function nodeSqliteDialect(database: DatabaseSync, onQuery?: QueryListener): SqliteDialect {
  const statements = new Map<string, ReturnType<typeof wrap>>()
  return new SqliteDialect({
    database: {
      close: () => {
        statements.clear()
        database.close()
      },
      prepare: (sql: string) => {
        const known = statements.get(sql)
        if (known) return known
        const plain = wrap(database.prepare(sql))
        const made = onQuery ? telling(plain, sql, onQuery) : plain
        if (statements.size >= STATEMENTS) statements.clear()
        statements.set(sql, made)
        return made
      },
    },
  })
}

function wrap(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

function telling(statement: ReturnType<typeof wrap>, sql: string, onQuery: QueryListener): typeof statement {
  const { all, run } = statement
  return {
    ...statement,
    all: (parameters) => told(onQuery, sql, () => all(parameters)),
    run: (parameters) => told(onQuery, sql, () => run(parameters)),
  }
}
