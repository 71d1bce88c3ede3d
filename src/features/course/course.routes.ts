import { handle } from '#core/calls/handle.ts'
import * as contract from './course.contract.ts'
import { getChapterExams } from './server/chapter-parts.ts'
import { getChapterQuestions, submitChapterQuestions } from './server/chapter-questions.ts'
import { getMyCourse } from './server/page/get-my-course.ts'
import { logCommunityJoin, logPurchaseInterest, logSyllabus } from './server/log-activity.ts'
import { logVideo, savePosition } from './server/progress.ts'
import { listLearnerCourses as learnerCourses } from './staff/learner-courses.contract.ts'
import { listLearnerCourses } from './staff/server/learner-courses.ts'

export const courseRoutes = [
  handle(contract.getMyCourse, getMyCourse),
  handle(contract.getChapterExams, getChapterExams),
  handle(contract.getChapterQuestions, getChapterQuestions),
  handle(contract.submitChapterQuestions, submitChapterQuestions),
  handle(contract.logSyllabus, logSyllabus),
  handle(contract.logPurchaseInterest, logPurchaseInterest),
  handle(contract.logCommunityJoin, logCommunityJoin),
  handle(contract.logVideo, logVideo),
  handle(contract.savePosition, savePosition),
  handle(learnerCourses, listLearnerCourses),
]
