import { handle } from '#core/calls/handle.ts'
import * as contract from './discussions.contract.ts'
import { deleteDiscussion } from './server/delete-discussion.ts'
import { listDiscussions } from './server/list-discussions.ts'
import { getThread, listReplies } from './server/list-replies.ts'
import { reportDiscussion } from './server/moderation/report-discussion.ts'
import { storeDiscussion } from './server/store-discussion.ts'
import { listLearnerComments as learnerComments } from './staff/learner-comments.contract.ts'
import { listLearnerComments } from './staff/server/learner-comments.ts'
import { listReports } from './staff/reports.contract.ts'
import * as calls from './staff/server/calls.ts'
import { discussionChoices, listThreads } from './staff/server/list-threads.ts'
import { showThread } from './staff/server/show-thread.ts'
import * as threads from './staff/threads.contract.ts'

export const discussionRoutes = [
  handle(contract.listDiscussions, listDiscussions),
  handle(contract.listReplies, listReplies),
  handle(contract.getThread, getThread),
  handle(contract.storeDiscussion, storeDiscussion),
  handle(contract.deleteDiscussion, deleteDiscussion),
  handle(contract.reportDiscussion, reportDiscussion),
  handle(learnerComments, listLearnerComments),
  handle(threads.listThreads, listThreads),
  handle(threads.discussionChoices, discussionChoices),
  handle(threads.showThread, showThread),
  handle(threads.replyAsMentor, calls.replyAsMentor),
  handle(threads.hideComment, calls.hideComment),
  handle(threads.restoreComment, calls.restoreComment),
  handle(threads.deleteComment, calls.deleteComment),
  handle(threads.keepComment, calls.keepComment),
  handle(threads.unkeepComment, calls.unkeepComment),
  handle(threads.muteWriter, calls.muteWriter),
  handle(threads.unmuteWriter, calls.unmuteWriter),
  handle(listReports, calls.listReports),
]
