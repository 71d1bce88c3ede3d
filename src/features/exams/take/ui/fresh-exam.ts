import { useEffect, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { serverNow, timed } from '#lib/browser/server-time.ts'
import { getExamDetail, type ExamDetail } from '../../detail/detail.contract.ts'
import { phaseOf } from '../../exams.rules.ts'

/**
 * The exam of the start page with dates as they are now: staff may move the opening while candidates wait.
 * @param loaded the exam as it was when the page loaded
 */
export function useFreshExam(loaded: ExamDetail): ExamDetail {
  const [fresh, setFresh] = useState({ of: loaded, exam: loaded })
  const exam = fresh.of === loaded ? fresh.exam : loaded
  const isUpcoming = phaseOf(exam, serverNow()) === 'upcoming'
  useEffect(() => {
    const refresh = async () => {
      const { data } = await timed(() => call(getExamDetail, { params: { examId: loaded.id } }))
      // An attempt that was started elsewhere is opened by the start, which asks who writes.
      if (!data.open_attempt) setFresh({ of: loaded, exam: data })
    }
    return keepFresh(refresh, { isDue: () => isUpcoming })
  }, [loaded, isUpcoming])
  return exam
}
