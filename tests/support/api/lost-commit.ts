import { markDatabaseError } from '#db/faults.ts'
import type { TestApi } from './api.ts'

/**
 * Lets the first transaction after a file was kept be stored and its commit not be heard of, as when the connection or the
 * database ends in that moment.
 */
export function loseCommitAfterUpload({ services: { db, files } }: TestApi): void {
  const begin = db.transaction.bind(db)
  const lose = () => {
    db.transaction = begin
    const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
      await begin().execute(work)
      throw markDatabaseError(new Error('Connection terminated unexpectedly'))
    }
    return { execute } as unknown as ReturnType<typeof begin>
  }
  for (const name of ['put', 'putPrivate'] as const) {
    const put = files[name].bind(files) as (...given: unknown[]) => Promise<string>
    files[name] = (async (...given: unknown[]) => {
      files[name] = put as never
      const kept = await put(...given)
      db.transaction = lose
      return kept
    }) as never
  }
}
