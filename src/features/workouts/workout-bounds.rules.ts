import { MOST_FILE_NAME, MOST_MARKDOWN } from '#features/authoring/authoring.rules.ts'

/** Characters of what a workout says, in a pack and in the console. `text`: Markdown, or plain. */
export const workoutBounds = { title: 160, filename: MOST_FILE_NAME, text: MOST_MARKDOWN }
