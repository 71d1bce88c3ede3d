/** A question outside an exam as a learner answered it: of a quiz, or on a chapter's video. */
export interface AnsweredQuestion {
  attemptId: number
  questionId: number
  optionId: number
  /** By the answer that the question has today. */
  correct: boolean
  /** Milliseconds since 1970. */
  answeredAt: number
}
