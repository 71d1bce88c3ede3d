import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { listSavedReplies } from './saved-replies.contract.ts'

/** Answers that are kept to be given again. */
export const savedReplies = loading((_: undefined, signal) => staffCall(listSavedReplies, { signal }), {
  keeps: 'meanwhile',
})
