import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { requestScope } from '../calls/request-scope.ts'
import type { Engine } from '#db/database.ts'
import { watchCalls } from './outgoing-calls.ts'
import { operationOf, shortened } from './statements.ts'
import type { RequestSpan, Tracing } from './tracing.ts'

/**
 * Spans for requests, statements and calls to providers. They name routes, statements without values, and hosts: no path,
 * token, phone or address of anybody. Where to send them, headers and time limits are OpenTelemetry's own settings, which its
 * exporter reads.
 */
export function otlpTracing(config: Config, engine: Engine, log: Logger): Tracing {
  diag.setLogger(
    { error: told(log), warn: told(log), info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'padavu', 'process.pid': process.pid }))
      // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('padavu')
  const system = engine === 'sqlite' ? 'sqlite' : 'postgresql'

  const child = (parent: Context, name: string, attributes: Attributes, startTime?: number) =>
    tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, ...(startTime && { startTime }) }, parent)

  const stopWatching = watchCalls()
  return {
    begin: ({ method, requestId, traceparent }) => {
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'padavu.request_id': requestId } },
        remoteParent(traceparent),
      )
      if (!span.isRecording()) return unrecorded
      const context = trace.setSpan(ROOT_CONTEXT, span)
      return {
        query: ({ sql, ms, failed }) => {
          const operation = operationOf(sql)
          const attributes = {
            'db.system.name': system,
            'db.operation.name': operation,
            'db.query.text': shortened(sql),
          }
          const query = child(context, operation, attributes, Date.now() - ms)
          if (failed) query.setStatus({ code: SpanStatusCode.ERROR })
          end(query)
        },
        call: (calling, host) => {
          const call = child(context, `${calling} ${host}`, { 'http.request.method': calling, 'server.address': host })
          return (outcome) => {
            if (typeof outcome === 'number') call.setAttribute('http.response.status_code', outcome)
            else call.setAttribute('error.type', outcome)
            if (typeof outcome === 'string' || outcome >= 400) call.setStatus({ code: SpanStatusCode.ERROR })
            end(call)
          }
        },
        end: (route, status, isExpected) => {
          span.updateName(`${method} ${route}`)
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (status >= 500 && !isExpected) span.setStatus({ code: SpanStatusCode.ERROR })
          end(span)
        },
      }
    },
    close: async () => {
      stopWatching()
      await provider.shutdown().catch(told(log))
    },
  }
}

/** A request that the sampler left out. */
const unrecorded: RequestSpan = { query: () => {}, call: () => () => {}, end: () => {} }

/** Outside the request: the timer that sends spans later is no part of it, and neither is what it sends. */
function end(span: Span): void {
  requestScope.exit(() => span.end())
}

/** What the caller began, where its header is well formed. */
function remoteParent(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = parseInt(flags, 16) & TraceFlags.SAMPLED
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return trace.isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Config): Sampler {
  const [, parentBased, name] = /^(parentbased_)?(.*)$/.exec(OTEL_TRACES_SAMPLER)!
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG)
        : new AlwaysOnSampler()
  return parentBased ? new ParentBasedSampler({ root }) : root
}

function told(log: Logger): (message: unknown) => void {
  return (message) => log.warn({ why: message instanceof Error ? message.message : String(message) }, 'traces not sent')
}
