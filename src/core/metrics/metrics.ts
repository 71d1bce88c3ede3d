import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ApiError } from '#lib/both/calls/errors.ts'

/** What this process counted; several processes' are added up (docs/operating.md lists all of it). */
export const registry = new Registry()

const registers = [registry]

/** Where answers and pages of this product are: most are there within milliseconds, and 10 s is lost. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const requests = new Counter({
  name: 'padavu_http_requests_total',
  help: 'Requests answered, by method, route and class of status.',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
})

const requestSeconds = new Histogram({
  name: 'padavu_http_request_duration_seconds',
  help: 'How long answers took until their head was ready, by method, route and class of status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: requestBuckets,
  registers,
})

const answerSaves = new Counter({
  name: 'padavu_answer_saves_total',
  help: 'Answers of exams that were sent to be saved, by what became of them.',
  labelNames: ['outcome'] as const,
  registers,
})

const paymentEvents = new Counter({
  name: 'padavu_payment_events_total',
  help: 'Steps of orders, payments and refunds, by who told of them.',
  labelNames: ['source', 'kind'] as const,
  registers,
})

const codeEvents = new Counter({
  name: 'padavu_codes_total',
  help: 'One-time codes by what became of them, and of those that were refused, why.',
  labelNames: ['outcome', 'why'] as const,
  registers,
})

const sweepRuns = new Counter({
  name: 'padavu_sweep_runs_total',
  help: 'Passes of background work, by outcome.',
  labelNames: ['sweep', 'outcome'] as const,
  registers,
})

const sweepAt = new Gauge({
  name: 'padavu_sweep_last_run_timestamp_seconds',
  help: 'When the last pass of background work ended well.',
  labelNames: ['sweep'] as const,
  aggregator: 'max',
  registers,
})

const sweepSeconds = new Gauge({
  name: 'padavu_sweep_duration_seconds',
  help: 'How long the last pass of background work took.',
  labelNames: ['sweep'] as const,
  aggregator: 'max',
  registers,
})

const querySeconds = new Histogram({
  name: 'padavu_db_query_duration_seconds',
  help: 'How long statements took in the database, by kind; commits are of the kind transaction.',
  labelNames: ['operation'] as const,
  buckets: queryBuckets,
  registers,
})

const queryErrors = new Counter({
  name: 'padavu_db_query_errors_total',
  help: 'Statements that the database refused or could not run.',
  labelNames: ['operation'] as const,
  registers,
})

const dataFaults = new Counter({
  name: 'padavu_data_faults_total',
  help: 'Requests and background work that failed by a fault of the database or the disk, by its kind.',
  labelNames: ['kind'] as const,
  registers,
})

const unwritable = new Gauge({
  name: 'padavu_data_unwritable',
  help: '1 from an error that says that nothing can be stored until a write has gone well.',
  labelNames: ['kind'] as const,
  aggregator: 'max',
  registers,
})

const files = new Counter({
  name: 'padavu_static_files_total',
  help: 'Files of the built site that were sent, which count as no request.',
  registers,
})

/** Counts a file of the built site. */
export const countFile = () => files.inc()

/** The series of a request, found by one look: to make the labels anew costs more than to count. */
const requestSeries = new Map<string, { count: () => void; observe: (seconds: number) => void }>()

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Counts an answered request.
 * @param route a pattern such as /api/v1/exam/start or /courses/[id]: never what somebody typed
 * @param status of HTTP; `stopping` for 503 of a server that stops, which is no fault
 */
export function countRequest(method: string, route: string, status: number | 'stopping', seconds: number): void {
  const key = `${method} ${status} ${route}`
  let series = requestSeries.get(key)
  if (!series) {
    const labels = {
      method: methods.has(method) ? method : 'other',
      route,
      status: status === 'stopping' ? status : `${Math.floor(status / 100)}xx`,
    }
    const counter = requests.labels(labels)
    const histogram = requestSeconds.labels(labels)
    series = { count: () => counter.inc(), observe: (value) => histogram.observe(value) }
    // Methods are whatever callers write: those that nobody knows are not remembered.
    if (methods.has(method)) requestSeries.set(key, series)
  }
  series.count()
  series.observe(seconds)
}

const stored = answerSaves.labels('stored')

/** Counts what becomes of a save, and passes it on. */
export async function countSave<Receipt extends { stale: boolean; saved_at: number; server_time: number }>(
  save: Promise<Receipt>,
): Promise<Receipt> {
  try {
    const receipt = await save
    // A save that was sent again is receipted with the time at which it was stored first.
    if (receipt.stale) answerSaves.inc({ outcome: 'stale' })
    else if (receipt.saved_at !== receipt.server_time) answerSaves.inc({ outcome: 'repeated' })
    else stored.inc()
    return receipt
  } catch (error) {
    answerSaves.inc({
      outcome: error instanceof ApiError ? (error.code ?? outcomes[error.status] ?? 'refused') : 'failed',
    })
    throw error
  }
}

const outcomes: Record<number, string> = { 404: 'not_found', 422: 'invalid' }

// A count that begins with the first event has no growth to tell of: what alerts watch begins at nothing.
for (const outcome of ['stored', 'failed']) answerSaves.inc({ outcome }, 0)
for (const [source, kind] of [
  ['server', 'order.failed'],
  ['server', 'refund.failed'],
  ['learner', 'payment.not_honoured'],
  ['webhook', 'payment.not_honoured'],
  ['sweep', 'payment.not_honoured'],
] as const)
  paymentEvents.inc({ source, kind }, 0)

/** Those of the data that last until a write goes well. */
const lastingFaults = ['full', 'unwritable', 'damaged'] as const
type LastingFault = (typeof lastingFaults)[number]

for (const kind of [...lastingFaults, 'denied', 'away']) dataFaults.inc({ kind }, 0)
for (const kind of lastingFaults) unwritable.set({ kind }, 0)

/** Counts what failed by a fault of the database or the disk. */
export const countFault = (kind: LastingFault | 'denied' | 'away') => dataFaults.inc({ kind })

/** Tells why nothing can be stored; undefined when all can be again. */
export function tellUnwritable(kind: LastingFault | undefined): void {
  for (const one of lastingFaults) unwritable.set({ kind: one }, one === kind ? 1 : 0)
}

/** Kinds of payment events are ours, but for those that a provider names in its webhooks. */
const MOST_KINDS = 60
const kinds = new Set<string>()

/** Counts a step of a purchase as it is noted. */
export function countPaymentEvent(source: string, kind: string): void {
  if (kinds.size < MOST_KINDS) kinds.add(kind)
  paymentEvents.inc({ source, kind: kinds.has(kind) ? kind : 'other' })
}

/**
 * What becomes of codes: `sent`, `not_sent` (the provider did not take it), `accepted` (typed in), `failed` (guessed wrong
 * while one was live), `refused` (not sent, or not looked at).
 */
export type CodeOutcome = 'sent' | 'not_sent' | 'accepted' | 'failed' | 'refused'

/** By the limits of a phone, of a network, of the whole site's brake, by a cap a day, or because no code goes to such a number. */
export type WhyRefused = 'phone' | 'network' | 'brake' | 'cap' | 'number'

/** Counts a one-time code. */
export function countCode(outcome: CodeOutcome, why: WhyRefused | '' = ''): void {
  codeEvents.inc({ outcome, why })
}

for (const outcome of ['sent', 'not_sent', 'accepted', 'failed'] as const) codeEvents.inc({ outcome, why: '' }, 0)
for (const why of ['phone', 'network', 'brake', 'cap', 'number'] as const)
  codeEvents.inc({ outcome: 'refused', why }, 0)

/** Counts a pass of background work. @param sweep its name in the log */
export function countSweep(sweep: string, seconds: number, ok: boolean): void {
  sweepRuns.inc({ sweep, outcome: ok ? 'ok' : 'failed' })
  sweepSeconds.set({ sweep }, seconds)
  if (ok) sweepAt.set({ sweep }, Math.round(Date.now() / 1000))
}

const operations = ['select', 'insert', 'update', 'delete', 'transaction', 'other'] as const
const querySeries = Object.fromEntries(
  operations.map((operation) => [operation, querySeconds.labels(operation)]),
) as Record<Operation, ReturnType<typeof querySeconds.labels>>

/** What a statement does. */
export type Operation = (typeof operations)[number]

/** Counts a statement. */
export function countQuery(operation: Operation, seconds: number, failed: boolean): void {
  querySeries[operation].observe(seconds)
  if (failed) queryErrors.inc({ operation })
}

let watchingProcess = false

/** Adds what Node knows of this process: event loop, memory, garbage collection. */
export function watchProcess(): void {
  if (watchingProcess) return
  watchingProcess = true
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'padavu_processes', help: 'Processes that serve.', registers }).set(1)
}
