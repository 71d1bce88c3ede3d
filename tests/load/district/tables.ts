import { PARTS, type Outcome, type Part } from './clients.ts'
import type { Verdict } from './judge.ts'
import type { Timing } from './timings.ts'

/** What a program took in each part of the exam. */
interface ProgramUsed {
  name: string
  cpuSeconds: Record<Part, number>
  peakMb: number
}

/** All that a run came to. */
export interface Report {
  site: string
  candidates: number
  minutes: number
  seed: number
  outcome: Omit<Outcome, 'told'>
  programs: ProgramUsed[]
  verdict: Verdict
  dataMb: { before: number; after: number }
  /** What PostgreSQL wrote to its log; null where there is none. */
  logMb: number | null
  /** What the machine's disks took meanwhile. */
  diskMb: number
}

/** The generator was busy when something was due, for longer than this in one of a hundred cases: it measured itself. */
const LATE = 25

/** Sizes of the sizing table in docs/scaling.md. */
const SIZES = [1000, 10_000, 100_000, 300_000, 1_000_000]

const isTrusted = ({ outcome: { late } }: Report): boolean => late.p99Ms <= LATE

/** What was not to be: 0 of a good run. */
export function wrongIn({ outcome: { errors }, verdict }: Report): number {
  const { unacknowledged, lost, foreign, doubled, missing, unfinished, misgraded } = verdict
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0)
  return failed + unacknowledged + lost + foreign + doubled + missing + unfinished + misgraded
}

/** A run as Markdown, for docs/scaling.md. */
export function markdownOf(report: Report): string {
  return [facts(report), requests(report), programs(report), sizing(report)].join('\n\n')
}

function facts(report: Report): string {
  const { site, candidates, minutes, seed, outcome, verdict, dataMb, logMb, diskMb } = report
  const { late, cpuSeconds, memoryMb, errors, again } = outcome
  const failed = Object.entries(errors).map(([what, count]) => `${what}: ${whole(count)}`)
  const generator = `${tenths(cpuSeconds)} s of processor time, ${whole(memoryMb)} MB`
  return [
    `### ${whole(candidates)} candidates, ${minutes} minutes, ${site} (seed ${seed})`,
    '',
    `- errors: ${failed.join(', ') || 0}; asked once more on a new connection: ${again}`,
    `- acknowledged: ${whole(verdict.acknowledged)}; not acknowledged: ${verdict.unacknowledged}; lost: ${verdict.lost}`,
    `- foreign: ${verdict.foreign}; doubled: ${verdict.doubled}; without an attempt: ${verdict.missing}`,
    `- not finished as they should be: ${verdict.unfinished}; graded wrongly: ${verdict.misgraded}`,
    `- the last attempt was finished ${tenths(verdict.sweptMs / 1000)} s after the end`,
    `- data: ${tenths(dataMb.before)} MB before, ${tenths(dataMb.after)} MB after${logMb === null ? '' : `; log: ${tenths(logMb)} MB`}`,
    `- written to the machine's disks, by everything on it: ${whole(diskMb)} MB`,
    `- the simulated clients: ${generator}; late by ${tenths(late.p99Ms)} ms (99 of 100), ${tenths(late.maxMs)} ms at most`,
    ...(isTrusted(report) ? [] : ['- **the clients were late: these times are not to be trusted**']),
  ].join('\n')
}

function requests({ outcome: { timings } }: Report): string {
  const of = (part: keyof typeof timings, { kind }: Timing) => timings[part].find((timing) => timing.kind === kind)
  const p99 = (timing: Timing | undefined) => (timing ? `${whole(timing.requests)}: ${ms(timing.p99Ms)}` : '-')
  const rows = timings.all.map((timing) => [
    ...[timing.kind, whole(timing.requests), whole(timing.errors), tenths(timing.bytes / 1000)],
    ...[ms(timing.p50Ms), ms(timing.p99Ms), ms(timing.maxMs)],
    ...[p99(of('opening minute', timing)), p99(of('last minute', timing))],
  ])
  const head = ['', 'requests', 'errors', 'kB', 'median, ms', 'p99, ms', 'longest, ms']
  return table([...head, 'opening minute: p99', 'last minute: p99'], rows)
}

function programs({ programs, minutes }: Report): string {
  const between = Math.max(1, minutes - 2)
  const head = ['processor seconds', 'opening minute', 'a minute between', 'last minute', 'in all', 'MB at most']
  const rows = programs.map(({ name, cpuSeconds, peakMb }) => [
    ...[name, tenths(cpuSeconds['opening minute']), tenths(cpuSeconds.between / between)],
    ...[tenths(cpuSeconds['last minute']), tenths(PARTS.reduce((sum, part) => sum + cpuSeconds[part], 0))],
    whole(peakMb),
  ])
  return table(head, rows)
}

/**
 * What other sizes need: of the busier of the opening and the last minute, by candidate; cores planned at half load. More
 * candidates together take less each, so it is more than will be needed.
 */
function sizing(report: Report): string {
  const { programs, candidates, minutes, outcome } = report
  const isServer = (name: string) => name.startsWith('Padavu')
  const isDatabase = (name: string) => /^PostgreSQL($|.*primary)/.test(name)
  const isBetween = (name: string) => /^(PgBouncer|HAProxy)/.test(name)
  const perCandidate = (which: (name: string) => boolean, part: Part) =>
    programs.filter(({ name }) => which(name)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds[part], 0) / candidates
  const kinds = [isServer, isDatabase, isBetween]
  const constants = (['opening minute', 'between', 'last minute'] as const).map((part) => {
    const length = part === 'between' ? Math.max(1, minutes - 2) : 1
    return [part, ...kinds.map((which) => tenths((perCandidate(which, part) / length) * 1000))]
  })
  const busiest = (of: (part: Part) => number) => Math.max(of('opening minute'), of('last minute'))
  const cores = (which: (name: string) => boolean) => (2 * busiest((part) => perCandidate(which, part))) / 60
  const bytesIn = (part: Part) => outcome.timings[part].reduce((sum, { requests, bytes }) => sum + requests * bytes, 0)
  const megabits = (8 * busiest(bytesIn)) / candidates / 60 / 1e6
  const rows = SIZES.map((size) => [whole(size), ...[...kinds.map(cores), megabits].map((each) => tenths(size * each))])
  return [
    table(['processor ms a candidate and minute', 'Padavu', 'PostgreSQL', 'HAProxy and PgBouncer'], constants),
    table(['candidates at once', 'server cores', 'database cores', 'cores between them', 'out, Mbit/s'], rows),
  ].join('\n\n')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = `|${head.map((_, place) => (place === 0 ? '---' : '--:')).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const whole = (count: number) => Math.round(count).toLocaleString('en')
const tenths = (value: number) => (value >= 100 ? whole(value) : String(Math.round(value * 10) / 10))
const ms = (value: number) => (value >= 10 ? whole(value) : tenths(value))
