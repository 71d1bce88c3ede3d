import { counted } from '#lib/both/text/format.ts'
import { DAY, startOfIndianDay } from '#lib/both/time/clock.ts'
import { readId } from '#lib/both/calls/read-id.ts'

/** Where a question in the notebook was missed. */
export const sourceKinds = ['exam', 'quiz', 'chapter'] as const

export type SourceKind = (typeof sourceKinds)[number]

/** Most questions of one session. */
export const SESSION_SIZE = 20

/** Characters of a search through the notebook: so many fit into an address of 8 kB, whatever their script. */
export const MAX_NOTEBOOK_SEARCH = 800

/** A question is known, and leaves the notebook, when its next turn would be more than this many days away. */
export const KNOWN_AFTER = 21

/** How a learner may grade an answer that was right. */
export const ownGrades = ['hard', 'good', 'easy'] as const

export type OwnGrade = (typeof ownGrades)[number]

/** What is asked for of the notebook. */
export interface NotebookQuery {
  show: 'learning' | 'known'
  /** One source only, like `exam:12`. */
  source: string | undefined
  search: string
  page: number
}

/** What the notebook's plain address asks for. */
export const WHOLE_NOTEBOOK: NotebookQuery = { show: 'learning', source: undefined, search: '', page: 1 }

/** A source in an address: `exam:12`. */
export interface Source {
  kind: SourceKind
  id: number
}

/** Reads `exam:12`; nothing when it is none. */
export function readSource(text: string | null | undefined): Source | undefined {
  const [, named, number] = /^([a-z]+):(\d+)$/.exec(text ?? '') ?? []
  const kind = sourceKinds.find((each) => each === named)
  const id = readId(number)
  return kind && id ? { kind, id } : undefined
}

/** The end of the Indian day that `now` falls on: what is due before it is due today. */
export function endOfToday(now: number): number {
  return startOfIndianDay(now) + DAY
}

/** When a question comes again, in words by Indian days: `today`, `tomorrow`, `in 3 days`, `in 2 weeks`, `in 3 months`. */
export function dueWords(dueAt: number, now: number): string {
  const days = Math.round((startOfIndianDay(dueAt) - startOfIndianDay(now)) / DAY)
  if (days <= 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days < 14) return `in ${counted(days, 'day')}`
  if (days < 60) return `in ${counted(Math.round(days / 7), 'week')}`
  return `in ${counted(Math.round(days / 30), 'month')}`
}
