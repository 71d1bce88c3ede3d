import { ApiError } from '#lib/both/calls/errors.ts'

/** Why an exam is not shown, and whether it may be on another try. */
export interface DetailFailure {
  name: 'failed'
  message: string
  retry: boolean
}

/** What went wrong with an exam's load, in the words of document 2, section 8. */
export function detailFailure(error: unknown): DetailFailure {
  if (!(error instanceof ApiError)) {
    return { name: 'failed', message: 'Something went wrong while fetching the exam.', retry: true }
  }
  // Not for this learner: the server says why.
  if (error.code === 'not_entitled') return { name: 'failed', message: error.message, retry: false }
  return error.status === 404 ? NOT_HERE : { name: 'failed', message: 'Failed to fetch exam details.', retry: true }
}

/** An exam that was asked for where it does not belong. */
export const NOT_HERE = { name: 'failed', message: 'No exam data found.', retry: false } as const
