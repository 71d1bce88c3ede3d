import { fsrs, Rating as FsrsRating, type Card, type Grade } from 'ts-fsrs'
import { DAY, inIndia, startOfIndianDay } from '#lib/both/time/clock.ts'
import { KNOWN_AFTER, type OwnGrade } from './practice.rules.ts'

/** When a question is practised again: FSRS counted in Indian days (docs/decisions/0014-practice.md). Server only. */

/** What the scheduler remembers of a learner and a question. Instants are milliseconds since 1970. */
export interface Memory {
  due_at: number
  /** Days until recall falls to 90 percent. */
  stability: number
  /** 1 to 10; 0 before the first review. */
  difficulty: number
  /** Reviews so far. */
  reps: number
  /** Times forgotten after having been reviewed. */
  lapses: number
  /** As FSRS numbers them: 0 new, 2 reviewed. The two states of learning within a day are not used. */
  state: number
  last_review_at: number | null
}

/** 1 again, 2 hard, 3 good, 4 easy. */
export type Rating = 1 | 2 | 3 | 4

export const AGAIN: Rating = FsrsRating.Again
export const GOOD: Rating = FsrsRating.Good

/** The ratings behind the learner's own grades. */
export const ratings: Record<OwnGrade, Rating> = { hard: FsrsRating.Hard, good: FsrsRating.Good, easy: FsrsRating.Easy }

/**
 * Whole days only, because a session is a day's: what is answered wrong comes again tomorrow. No chance in it, so that the
 * buttons can say what they do.
 */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: 365, request_retention: 0.9 })

/** A question that has not been practised; it is due at once. */
export function newMemory(at: number): Memory {
  return { due_at: at, stability: 0, difficulty: 0, reps: 0, lapses: 0, state: 0, last_review_at: null }
}

/** The memory after a review. The question is due from the beginning of an Indian day, tomorrow's at the earliest. */
export function reviewed(memory: Memory, rating: Rating, when: number): Memory {
  // Two servers' clocks may differ a little, and no review is before the one before it.
  const at = Math.max(when, memory.last_review_at ?? 0)
  const { card } = scheduler.next(cardOf(memory), inIndia(at), rating as Grade)
  return {
    due_at: startOfIndianDay(at) + card.scheduled_days * DAY,
    stability: card.stability,
    difficulty: card.difficulty,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    last_review_at: at,
  }
}

/** True when a question just answered right need not be practised any more. */
export function isKnown(memory: Memory): boolean {
  if (memory.last_review_at === null) return false
  return memory.due_at - startOfIndianDay(memory.last_review_at) > KNOWN_AFTER * DAY
}

/** A question as it stands in a learner's notebook. */
export interface Standing extends Memory {
  added_at: number
  left_at: number | null
  left_reason: 'known' | 'removed' | null
}

/** A question missed in an exam, a quiz or a chapter's exam, answered wrong or not at all. */
export interface Mistake {
  at: number
  wrong: boolean
}

/**
 * What a mistake does to a notebook.
 *
 * A question that is not there comes in, due at once. A later wrong answer to one that was practised or had left is a lapse:
 * it is back, due at once, and its memory has suffered. One that was skipped comes back as well if it had left, but nothing
 * says that it was forgotten. A mistake that was made before the last thing the learner did with the question says nothing.
 */
export function afterMistake(standing: Standing | undefined, { at, wrong }: Mistake): Standing {
  if (!standing) return { ...newMemory(at), added_at: at, left_at: null, left_reason: null }
  if (at <= Math.max(standing.last_review_at ?? 0, standing.left_at ?? 0)) return standing
  const back = { ...standing, left_at: null, left_reason: null }
  if (wrong && (standing.state !== 0 || standing.left_at !== null)) {
    return { ...back, ...reviewed(standing, AGAIN, at), due_at: at }
  }
  return standing.left_at === null ? standing : { ...back, due_at: at }
}

/** The scheduler counts days by the date in UTC. */
function cardOf({ due_at, last_review_at, ...memory }: Memory): Card {
  return {
    ...memory,
    due: inIndia(due_at),
    ...(last_review_at !== null && { last_review: inIndia(last_review_at) }),
    // Worked out anew from the dates.
    elapsed_days: 0,
    scheduled_days: 0,
    learning_steps: 0,
  }
}
