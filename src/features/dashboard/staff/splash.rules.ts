/** What a marketing splash may be, in a pack as in the console. */

/** Characters of each of its fields. */
export const longestSplash = { alt: 300, title: 80, text: 300, success: 200 } as const

/** Splashes that are there at a time: learners see the first, the others wait. */
export const MOST_SPLASHES = 50
