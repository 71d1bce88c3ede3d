import { HOUR } from '#lib/both/time/clock.ts'

/** Characters of a note. */
export const MOST_NOTE = 2000

/** For how long its author may delete a note. */
export const NOTE_DELETABLE = HOUR
