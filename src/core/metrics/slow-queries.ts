import type { Logger } from 'pino'
import { requestScope } from '../calls/request-scope.ts'
import type { QueryEvent } from '#db/statements/query-event.ts'
import { shortened } from './statements.ts'

/** Logs a statement that took `from` milliseconds or longer: its text without values, and the request it was run for. */
export function slowQueries(log: Logger, from: number): (event: QueryEvent) => void {
  return ({ sql, ms, failed }) => {
    if (ms < from) return
    const req = requestScope.getStore()?.requestId
    log.warn({ ...(req && { req }), ms: Math.round(ms), sql: shortened(sql), ...(failed && { failed }) }, 'slow query')
  }
}
