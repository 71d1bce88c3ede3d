/** The five states of a question, as the national computer-based tests know them. */
export const questionStates = ['answered', 'not_answered', 'not_visited', 'marked', 'answered_marked'] as const

export type QuestionState = (typeof questionStates)[number]
