import type { Engine } from '#db/database.ts'

/** How much of everything a seeding makes. */
export interface Sizes {
  learners: number
  courses: number
  /** Of general exams; as many again belong to courses. */
  exams: number
  /** Attempts, each with the same number of saved answers. */
  attempts: number
  comments: number
}

/** What PostgreSQL gets; SQLite gets a tenth, as a centre on one machine has. */
const whole: Sizes = { learners: 1_000_000, courses: 5000, exams: 300, attempts: 250_000, comments: 300_000 }
const tenth = 0.1

/** Enough to fill the pages: with less a smaller seeding would measure shorter pages. */
const least: Partial<Sizes> = { courses: 100, exams: 50, comments: 10_000 }

export const ANSWERS = 40
export const PAPER = 50
export const SECTIONS = 2
export const CHAPTERS = 20

/** Of so many learners that follow each other in the order of their ids, the first is one of the most active. */
export const ACTIVE_EVERY = 40
/** Of so many, the first has a session with a token that can be worked out (`tokenOf`). */
export const SESSION_EVERY = 5

/** @param share of the engine's whole, above 0 and up to 1 */
export function sizesOf(engine: Engine, share: number): Sizes {
  const part = share * (engine === 'sqlite' ? tenth : 1)
  return Object.fromEntries(
    Object.entries(whole).map(([name, count]) => [
      name,
      Math.max(Math.round(count * part), least[name as keyof Sizes] ?? 1),
    ]),
  ) as unknown as Sizes
}
