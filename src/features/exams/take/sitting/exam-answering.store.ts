import type { ExamBase } from './exam-base.store.ts'

/** How long 'Save & Next' waits for the receipt before it goes on; the answer is on this device. */
const NEXT_PATIENCE = 3000

export type ExamAnswering = ReturnType<typeof examAnswering>

/** What a candidate does with the question on the screen. */
export function examAnswering({ session, times }: ExamBase) {
  const { $dialog, $index, $screen, $waiting, $writing, ports } = session
  const { serverNow } = ports.time
  /** When the question came on the screen, by the server's clock. */
  let shownAt = 0

  const goTo = (index: number): void => {
    const screen = $screen.get()
    if (screen.name !== 'running' || index < 0 || index >= screen.questions.length) return
    const { qid } = screen.questions[index]!
    $index.set(index)
    shownAt = serverNow()
    times.questionShown(qid)
    screen.attempt.visit(qid)
    keepPlace()
  }

  const keepPlace = (): void => {
    const screen = $screen.get()
    if (screen.name !== 'running' || !screen.exam.open_attempt || $writing.get() !== 'here') return
    const visited = Object.keys(screen.attempt.$work.get().visited).map(Number)
    const { qid } = screen.questions[$index.get()]!
    void ports.journal.writePlace(ports.learner(), screen.exam.open_attempt.id, { visited, qid })
    times.keepOwn()
  }

  const current = () => {
    const screen = $screen.get()
    if (screen.name !== 'running') return undefined
    const question = screen.questions[$index.get()]!
    const own = screen.attempt.$work.get().work[question.qid]
    return { ...screen, question, option: own?.option ?? null, marked: own?.marked ?? false }
  }

  const change = (to: { option?: number | null; marked?: boolean }): void => {
    const now = current()
    if (!now || $writing.get() !== 'here') return
    const next = { option: now.option, marked: now.marked, ...to }
    if (next.option === now.option && next.marked === now.marked) return
    now.attempt.act({ qid: now.question.qid, ...next, timeFrom: shownAt, timeTo: serverNow() })
  }

  const next = async (): Promise<void> => {
    const now = current()
    if (!now || $waiting.get()) return
    const index = $index.get()
    if ($writing.get() !== 'here') return goTo(index + 1)
    $waiting.set(true)
    const fate = await now.attempt.settle(now.question.qid, NEXT_PATIENCE)
    $waiting.set(false)
    // The candidate may have gone elsewhere meanwhile, or the exam.
    if (fate === 'failed' || fate === 'refused' || $index.get() !== index) return
    if ($screen.get().name !== 'running' || $writing.get() !== 'here') return
    if (index < now.questions.length - 1) goTo(index + 1)
    else if (!$dialog.get()) $dialog.set('last')
  }

  return {
    /** Shows a question. */
    goTo,
    /** Writes the place, and how long each question has been on the screen, to the journal of the tab that writes. */
    keepPlace,
    /** Chooses an option of the question on the screen: kept on this device and sent at once. */
    choose: (option: number): void => change({ option }),
    /** 'Clear Response'. The mark stays. */
    clear: (): void => change({ option: null }),
    /** Takes the mark off. */
    unmark: (): void => change({ marked: false }),
    /** 'Mark for Review & Next'. */
    markAndNext: async (): Promise<void> => {
      if ($writing.get() !== 'here') return
      change({ marked: true })
      await next()
    },
    /**
     * 'Save & Next': goes on unless the server refuses the answer (document 2, section 4, 'Course exam flow'). After the
     * last question that is to the summary before the submit.
     */
    next,
  }
}
