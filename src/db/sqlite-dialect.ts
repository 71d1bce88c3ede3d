import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { CompiledQuery, SqliteDialect, type Dialect, type Driver } from 'kysely'
import { keepCause } from './keep-cause.ts'
import { told, type QueryListener } from './statements/query-event.ts'

/** Prepared statements kept; the product has fewer distinct queries than this. */
const STATEMENTS = 500

/**
 * Lets Kysely's own SQLite dialect drive node:sqlite, which lacks only `reader` and takes parameters one by one.
 * @param onQuery is told of every statement: here rather than by Kysely's log, which costs several turns of the event loop
 */
export function nodeSqliteDialect(database: DatabaseSync, onQuery?: QueryListener): Dialect {
  const statements = new Map<string, ReturnType<typeof wrap>>()
  const losses = watchTransactions(database)
  const dialect = new SqliteDialect({
    database: {
      close: () => {
        statements.clear()
        database.close()
      },
      prepare: (sql: string) => {
        const known = statements.get(sql)
        if (known) return known
        const plain = wrap(
          losses.guard(() => database.prepare(sql)),
          losses.guard,
        )
        const made = onQuery ? telling(plain, sql, onQuery) : plain
        if (statements.size >= STATEMENTS) statements.clear()
        statements.set(sql, made)
        return made
      },
    },
  })
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => losses.watch(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/**
 * SQLite undoes a transaction by itself when the disk is full or fails. What was written in it is gone, so whatever comes
 * after in the same transaction is refused with the cause, the commit most of all: by itself each statement would be stored
 * alone.
 */
function watchTransactions(database: DatabaseSync) {
  let open = false
  let cause: Error | undefined
  const guard = <Result>(run: () => Result): Result => {
    if (cause) throw cause
    try {
      return run()
    } catch (error) {
      if (open && !database.isTransaction) cause = error as Error
      throw error
    }
  }
  const watch = (driver: Driver): Driver => {
    const { commitTransaction, rollbackTransaction } = driver
    driver.beginTransaction = async (connection) => {
      // One that could be neither stored nor undone, because the disk failed then as well.
      if (database.isTransaction) database.exec('rollback')
      // At once as one that writes, and so in turn with other programs: a transaction that reads first is refused its
      // first write, without waiting, when another program has written meanwhile.
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
      open = true
    }
    driver.commitTransaction = async (connection) => {
      await commitTransaction.call(driver, connection)
      open = false
    }
    driver.rollbackTransaction = async (connection) => {
      open = false
      cause = undefined
      if (database.isTransaction) await rollbackTransaction.call(driver, connection)
    }
    return keepCause(driver)
  }
  return { guard, watch }
}

type Guard = ReturnType<typeof watchTransactions>['guard']

function wrap(statement: StatementSync, guard: Guard) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => guard(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters: readonly unknown[]) => guard(() => statement.run(...(parameters as SQLInputValue[]))),
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
