import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Engine } from '#db/database.ts'
import type { QueryEvent } from '#db/statements/query-event.ts'

/** What is known of a request when it comes. */
interface RequestStart {
  method: string
  requestId: string
  /** W3C Trace Context: the trace that the caller, a proxy for instance, has begun. */
  traceparent: string | undefined
}

/** A request under way. */
export interface RequestSpan {
  /** Adds a statement that was run for it. */
  query: (event: QueryEvent) => void
  /** Adds a call to another service, as it begins. @returns what ends it, with the status or the error's name */
  call: (method: string, host: string) => (outcome: number | string) => void
  /** @param isExpected the status is no error, although it is one of 5xx */
  end: (route: string, status: number, isExpected: boolean) => void
}

export interface Tracing {
  begin: (request: RequestStart) => RequestSpan
  /** Sends what waits and stops. */
  close: () => Promise<void>
}

/**
 * Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT; without it nothing of OpenTelemetry is loaded
 * (docs/decisions/0024-operations.md).
 */
export async function openTracing(config: Config, engine: Engine, log: Logger): Promise<Tracing | undefined> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT && !config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(config, engine, log)
}
