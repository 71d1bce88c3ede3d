import { sitExam, type ExamSitting } from '../sitting/sit-exam.store.ts'
import { examPage } from './exam-page.browser.ts'

let opened: ExamSitting | undefined

/**
 * The exam of this page, opened by whoever comes first: the page's own script asks the server for it while React, which is
 * larger than all of the exam's own code, is still on its way.
 */
export function openExam(examId: number): ExamSitting {
  if (!opened) {
    opened = sitExam(examId, examPage)
    opened.open()
  }
  return opened
}
