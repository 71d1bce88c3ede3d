import { useEffect, useState } from 'react'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { askExam } from '../../detail/ask-exam.browser.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import { phaseOf } from '../../exams.rules.ts'

/**
 * The exam of the start page with dates as they are now: staff may move the opening while candidates wait.
 * @param loaded the exam as it was when the page loaded
 */
export function useFreshExam(loaded: ExamDetail): ExamDetail {
  const [fresh, setFresh] = useState({ of: loaded, exam: loaded })
  const current = fresh.of === loaded ? fresh.exam : loaded
  const isUpcoming = phaseOf(current, serverNow()) === 'upcoming'
  useEffect(() => {
    const refresh = async () => {
      const exam = await askExam(loaded.id)
      // An attempt that was started elsewhere is opened by the start, which asks who writes.
      if (!exam.open_attempt) setFresh({ of: loaded, exam })
    }
    return keepFresh(refresh, { isDue: () => isUpcoming })
  }, [loaded, isUpcoming])
  return current
}
