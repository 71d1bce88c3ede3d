import { call, type CallOptions } from '#lib/browser/call/call.ts'
import { timed } from '#lib/browser/server-time.ts'
import { getExamDetail, type ExamDetail } from './detail.contract.ts'

/** Requests an exam, and learns the server's time from the reply. @throws as call */
export async function askExam(examId: number, options: CallOptions = {}): Promise<ExamDetail> {
  return (await timed(() => call(getExamDetail, { params: { examId }, ...options }))).data
}
