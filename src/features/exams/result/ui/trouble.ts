/** What a learner reads when a result cannot be loaded (document 2, section 8). */
export const RESULT_TROUBLE = 'result details fetching error.Please try again'
