import { sql, type RawBuilder } from 'kysely'

/**
 * SQL for `secondsTaken` of exams.rules.ts: whole seconds of finished attempts. Index attempts_ranked_by_second has the
 * same expression (migration 0107), so ranks count its entries.
 * @param attempts name of the table in the query
 */
export function secondsTakenSql(attempts = 'attempts'): RawBuilder<number> {
  const start = sql.ref(`${attempts}.started_at`)
  const end = sql.ref(`${attempts}.submitted_at`)
  return sql<number>`(case when ${end} > ${start} then (${end} - ${start} + 500) / 1000 else 0 end)`
}
