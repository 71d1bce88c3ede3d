import { handle } from '#core/calls/handle.ts'
import * as contract from './discussions.contract.ts'
import { deleteDiscussion } from './server/delete-discussion.ts'
import { listDiscussions } from './server/list-discussions.ts'
import { getThread, listReplies } from './server/list-replies.ts'
import { reportDiscussion } from './server/moderation/report-discussion.ts'
import { storeDiscussion } from './server/store-discussion.ts'
import { listLearnerComments as learnerComments } from './staff/learner-comments.contract.ts'
import { listLearnerComments } from './staff/server/learner-comments.ts'

export const discussionRoutes = [
  handle(contract.listDiscussions, listDiscussions),
  handle(contract.listReplies, listReplies),
  handle(contract.getThread, getThread),
  handle(contract.storeDiscussion, storeDiscussion),
  handle(contract.deleteDiscussion, deleteDiscussion),
  handle(contract.reportDiscussion, reportDiscussion),
  handle(learnerComments, listLearnerComments),
]
