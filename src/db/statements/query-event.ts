/** A statement that the database has run, or refused. */
export interface QueryEvent {
  /** As it was sent: values are not in it. */
  sql: string
  ms: number
  failed: boolean
}

export type QueryListener = (event: QueryEvent) => void

/** Runs a statement that answers at once, and tells of it. */
export function told<Result>(onQuery: QueryListener, sql: string, run: () => Result): Result {
  const started = performance.now()
  let failed = true
  try {
    const result = run()
    failed = false
    return result
  } finally {
    onQuery({ sql, ms: performance.now() - started, failed })
  }
}

/** The same of a statement whose answer comes. */
export async function toldLater<Result>(onQuery: QueryListener, sql: string, answer: Promise<Result>): Promise<Result> {
  const started = performance.now()
  let failed = true
  try {
    const result = await answer
    failed = false
    return result
  } finally {
    onQuery({ sql, ms: performance.now() - started, failed })
  }
}
