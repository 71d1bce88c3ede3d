import { writtenTime } from '../times.ts'

/** How what is stored is put as a pack has it. */
export interface Reading {
  /** How a time is written. */
  words: TimeWords
  /** What is out of sight as well, with the sign that it is. */
  all: boolean
}

type TimeWords = (at: number, rule: string | null) => string

/** In the pack's own words where a time is relative. */
export const asWritten: TimeWords = (at, rule) => rule ?? writtenTime(at)

/** As the instant that it is at present. */
export const fixed: TimeWords = (at) => writtenTime(at)

/** Which rows are read: for `where`. */
export const shown = ({ all }: Pick<Reading, 'all'>) => (all ? [0, 1] : [0])

/** The sign of what is out of sight. */
export function hiddenOf({ retired }: { retired: number }): { hidden?: true } {
  return retired === 1 ? { hidden: true } : {}
}
