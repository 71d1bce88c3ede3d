import { handle } from '#core/calls/handle.ts'
import * as courseExams from './list/course-exams.contract.ts'
import * as list from './list/exam-list.contract.ts'
import * as detail from './detail/detail.contract.ts'
import { listHomePageExams as homePageExams } from './list/featured.contract.ts'
import * as take from './take/take.contract.ts'
import { claimAttempt } from './take/server/claim-attempt.ts'
import * as results from './result/results.contract.ts'
import { listChapterExams, listCourseExams } from './list/server/course-exams.ts'
import * as registration from './registration/registration.contract.ts'
import { getExamDetail } from './detail/server/exam-detail.ts'
import { getExamResult } from './result/server/exam-result.ts'
import { keepTimes } from './take/server/times/keep-times.ts'
import { movedEnd } from './take/server/times/moved-ends.ts'
import { listAuthMockExams, listMockExams } from './list/server/list-exams.ts'
import { listHomePageExams } from './list/server/featured-exams.ts'
import { getDistrictsAndCommunities } from './registration/server/registration-choices.ts'
import { getRegistrationForm } from './registration/server/registration-form.ts'
import { getResponseSheet } from './result/server/response-sheet.ts'
import { getResultInsights } from './result/server/result-insights.ts'
import { clearAnswer, updateAnswer } from './take/server/save-answer.ts'
import { startExam } from './take/server/start-exam.ts'
import { submitExam } from './take/server/submit-exam.ts'
import { submitRegistrationForm } from './registration/server/submit-registration.ts'
import { getSubsectionResult } from './result/server/subsection-result.ts'
import * as ofStaff from './staff/exams.contract.ts'
import { listExams } from './staff/server/calls/list-exams.ts'
import { exportItems, exportRanks, getExam, listItems, listRanks, listSitting } from './staff/server/calls/one-exam.ts'
import * as ofLearner from './staff/learner-attempts.contract.ts'
import { giveTimeToAll } from './staff/server/extra/give-time-to-all.ts'
import { giveLearnerAttempts, giveLearnerTime, listLearnerAttempts } from './staff/server/learner-attempts.ts'
import { getLearnerSheet } from './staff/server/learner-sheet.ts'

export const examRoutes = [
  handle(list.listMockExams, listMockExams),
  handle(list.listAuthMockExams, listAuthMockExams),
  handle(homePageExams, listHomePageExams),
  handle(courseExams.listCourseExams, listCourseExams),
  handle(courseExams.listChapterExams, listChapterExams),
  handle(detail.getExamDetail, getExamDetail),
  // A hall starts in one moment, and hands in when its time is over: saves go before both.
  handle(take.startExam, startExam, 'later'),
  handle(take.claimAttempt, claimAttempt),
  handle(take.updateAnswer, updateAnswer),
  handle(take.clearAnswer, clearAnswer),
  handle(take.keepTimes, keepTimes),
  handle(take.movedEnd, movedEnd),
  handle(take.submitExam, submitExam, 'sooner'),
  handle(results.getExamResult, getExamResult),
  handle(results.getSubsectionResult, getSubsectionResult),
  handle(results.getResultInsights, getResultInsights),
  handle(results.getResponseSheet, getResponseSheet),
  handle(registration.getRegistrationForm, getRegistrationForm),
  handle(registration.getDistrictsAndCommunities, getDistrictsAndCommunities),
  handle(registration.submitRegistrationForm, submitRegistrationForm),
  handle(ofLearner.listLearnerAttempts, listLearnerAttempts),
  handle(ofLearner.getLearnerSheet, getLearnerSheet),
  handle(ofLearner.giveLearnerAttempts, giveLearnerAttempts),
  handle(ofLearner.giveLearnerTime, giveLearnerTime),
  handle(ofStaff.listExams, listExams),
  handle(ofStaff.getExam, getExam),
  handle(ofStaff.listSitting, listSitting),
  handle(ofStaff.giveTimeToAll, giveTimeToAll),
  handle(ofStaff.listRanks, listRanks),
  handle(ofStaff.exportRanks, exportRanks),
  handle(ofStaff.listItems, listItems),
  handle(ofStaff.exportItems, exportItems),
]
