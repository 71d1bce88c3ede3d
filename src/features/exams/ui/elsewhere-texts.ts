import { counted } from '#lib/both/text/format.ts'

/** Texts of a screen whose exam is written to in another tab or on another device. */

/** The exam is written to elsewhere. @param opened it was so when this screen was opened; otherwise it was taken over */
export const elsewhereText = (opened: boolean) =>
  opened
    ? 'This exam is open in another tab or on another device.'
    : 'The exam continues in another tab or on another device.'

/** Consequence for this screen and its answers. */
export const READ_ONLY = 'You can only view it here. Everything that was saved is there too.'

/** Above the answers that had not arrived when the exam went on elsewhere. */
export const NOT_SAVED_HERE = 'Answered here but not saved:'

/** The same once this screen writes again. */
export const setAsideText = (count: number) =>
  `${counted(count, 'answer')} given here had not reached the server when the exam was continued elsewhere.`
