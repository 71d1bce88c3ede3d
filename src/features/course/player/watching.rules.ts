import { HOUR } from '#lib/both/time/clock.ts'

/** What one save of the position may add to the time watched: more than passes between two. */
export const MOST_WATCHED_MS = HOUR
