import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { requestScope } from '../calls/request-scope.ts'
import type { QueryListener } from '#db/statements/query-event.ts'
import { countQuery } from './metrics.ts'
import { slowQueries } from './slow-queries.ts'
import { operationOf } from './statements.ts'

/** What is told of every statement: the slow-query log, metrics and traces, as the settings say; undefined for none. */
export function queryListener(config: Config, log: Logger): QueryListener | undefined {
  const listeners: QueryListener[] = []
  if (config.METRICS_PORT !== undefined)
    listeners.push(({ sql, ms, failed }) => countQuery(operationOf(sql), ms / 1000, failed))
  if (config.SLOW_QUERY_MS > 0) listeners.push(slowQueries(log, config.SLOW_QUERY_MS))
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    listeners.push((event) => requestScope.getStore()?.span?.query(event))
  if (listeners.length === 0) return undefined
  return (event) => {
    for (const listener of listeners) listener(event)
  }
}
