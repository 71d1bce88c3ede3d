import { MINUTE, SECOND } from './clock.ts'

/** How long before its start learners are told of a live class or a webinar, and from when on a webinar may be joined. */
export const AHEAD = 15 * MINUTE

/** Milliseconds between two looks at what starts soon. */
export const PAUSE = 20 * SECOND
