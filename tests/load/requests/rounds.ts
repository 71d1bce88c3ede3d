import { measure, type Measured } from '../generator.ts'
import type { Load } from './load.ts'
import { median, type Columns } from '../results.ts'

/** How often each is measured; medians are quoted. */
const ROUNDS = 3
/** Before the first round code is compiled, and what is kept in memory is there. */
const WARMING_SECONDS = 1

/** One of the servers that are measured in turn, so that all meet the same machine. */
export interface Contender {
  column: keyof Columns
  url: string
  /** Processor time that all its processes have taken so far, in milliseconds. */
  processorMs: () => number
}

interface Rounds extends Measured {
  /** Processor time of the server for each request, in milliseconds. */
  processorMs: number
}

/** What each measure of the contenders came to. */
export type Turns = { [Measure in keyof Rounds]: Columns }

/** Puts a load on each contender, one after the other, round by round. */
export async function inTurn<Each extends Contender>(
  contenders: Each[],
  load: (contender: Each) => Load,
  { warming = WARMING_SECONDS, rounds = ROUNDS } = {},
): Promise<Turns> {
  const measured = new Map<Each, Rounds[]>(contenders.map((contender) => [contender, []]))
  if (warming > 0) for (const contender of contenders) await measure({ ...load(contender), seconds: warming })
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      const before = contender.processorMs()
      const result = await measure(load(contender))
      const processorMs = (contender.processorMs() - before) / result.requests
      measured.get(contender)!.push({ ...result, processorMs })
    }
  }
  const column = (name: keyof Columns, key: keyof Rounds) => {
    const contender = contenders.find((one) => one.column === name)
    return contender && summary(measured.get(contender)!, key)
  }
  const keys = Object.keys(measured.get(contenders[0]!)![0]!) as (keyof Rounds)[]
  return Object.fromEntries(
    keys.map((key) => [key, { new: column('new', key)!, old: column('old', key), bare: column('bare', key) }]),
  ) as Turns
}

const summary = (rounds: Rounds[], key: keyof Rounds): number =>
  key === 'failures' ? rounds.reduce((sum, round) => sum + round[key], 0) : median(rounds.map((round) => round[key]))
