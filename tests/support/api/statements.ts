import type { CompiledQuery, DatabaseConnection } from 'kysely'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import type { TestApi } from './api.ts'

/** What opens and closes a transaction is not counted: on SQLite many saves share one. */
const bracket = /^(begin|commit|rollback|start transaction)/i

/** How many SQL statements a piece of work sends, the check of the token included. Nothing else may run meanwhile. */
export async function statementsOf(api: TestApi, work: () => Promise<unknown>): Promise<number> {
  // Nobody is known from a call before.
  await changingSessions(() => Promise.resolve())
  return (await sentBy(api, work)).length
}

/** The SQL statements that a piece of work sends. Nothing else may run meanwhile. */
export async function sentBy(api: TestApi, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = api.services.db.getExecutor()
  const { provideConnection } = executor
  const sent: CompiledQuery[] = []
  executor.provideConnection = (consumer, options) =>
    provideConnection.call(
      executor,
      (connection: DatabaseConnection) =>
        consumer({
          executeQuery: (query, more) => {
            if (!bracket.test(query.sql)) sent.push(query)
            return connection.executeQuery(query, more)
          },
          streamQuery: (query, size, more) => connection.streamQuery(query, size, more),
        }),
      options,
    ) as ReturnType<typeof provideConnection<never>>
  try {
    await work()
  } finally {
    executor.provideConnection = provideConnection
  }
  return sent
}
