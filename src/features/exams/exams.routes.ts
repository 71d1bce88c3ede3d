import { handle } from '#api/handle.ts'
import * as courseExams from './course-exams.contract.ts'
import * as list from './exam-list.contract.ts'
import * as contract from './exams.contract.ts'
import { listHomePageExams as homePageExams } from './featured.contract.ts'
import { claimAttempt } from './server/claim-attempt.ts'
import * as results from './results.contract.ts'
import { listChapterExams, listCourseExams } from './server/course-exams.ts'
import * as registration from './registration.contract.ts'
import { getExamDetail } from './server/exam-detail.ts'
import { getExamResult } from './server/exam-result.ts'
import { keepTimes } from './server/keep-times.ts'
import { listAuthMockExams, listMockExams } from './server/list-exams.ts'
import { listHomePageExams } from './server/featured-exams.ts'
import { getDistrictsAndCommunities } from './server/registration-choices.ts'
import { getRegistrationForm } from './server/registration-form.ts'
import { getResponseSheet } from './server/response-sheet.ts'
import { getResultInsights } from './server/result-insights.ts'
import { clearAnswer, updateAnswer } from './server/save-answer.ts'
import { startExam } from './server/start-exam.ts'
import { submitExam } from './server/submit-exam.ts'
import { submitRegistrationForm } from './server/submit-registration.ts'
import { getSubsectionResult } from './server/subsection-result.ts'

export const examRoutes = [
  handle(list.listMockExams, listMockExams),
  handle(list.listAuthMockExams, listAuthMockExams),
  handle(homePageExams, listHomePageExams),
  handle(courseExams.listCourseExams, listCourseExams),
  handle(courseExams.listChapterExams, listChapterExams),
  handle(contract.getExamDetail, getExamDetail),
  handle(contract.startExam, startExam),
  handle(contract.claimAttempt, claimAttempt),
  handle(contract.updateAnswer, updateAnswer),
  handle(contract.clearAnswer, clearAnswer),
  handle(contract.keepTimes, keepTimes),
  handle(contract.submitExam, submitExam),
  handle(results.getExamResult, getExamResult),
  handle(results.getSubsectionResult, getSubsectionResult),
  handle(results.getResultInsights, getResultInsights),
  handle(results.getResponseSheet, getResponseSheet),
  handle(registration.getRegistrationForm, getRegistrationForm),
  handle(registration.getDistrictsAndCommunities, getDistrictsAndCommunities),
  handle(registration.submitRegistrationForm, submitRegistrationForm),
]
