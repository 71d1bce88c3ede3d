import { ApiError } from '#lib/both/calls/errors.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import { isCode } from '../answers/attempt-trouble.rules.ts'
import type { ExamAnswering } from './exam-answering.store.ts'
import type { ExamBase } from './exam-base.store.ts'
import type { ExamEnded } from './exam-ended.store.ts'

export type ExamWriter = ReturnType<typeof examWriter>

/** Which tab writes to the attempt (docs/decisions/0013-one-writer-and-offline.md). */
export function examWriter({ session, calls, deadline }: ExamBase, answering: ExamAnswering, ended: ExamEnded) {
  const { $screen, $writing, examId, loseWriter, ports, say } = session
  const { learner, writers, device, journal } = ports

  const holdWriter = async (): Promise<void> => {
    await device.keepWriter(learner(), examId, session.writer)
    await writers.lockWriter(learner(), examId, true, loseWriter)
  }

  return {
    /** Goes on under this browser's name unless another of its tabs does. @returns whether it does */
    takeUpName: async (name: string): Promise<boolean> => {
      session.writer = name
      const held = await writers.lockWriter(learner(), examId, false, loseWriter)
      if (!held) session.writer = writers.newWriterName()
      return held
    },

    /** An attempt that nobody with a name writes to is this tab's; so it is told again by a start, which takes nothing over. */
    adopt: async (exam: ExamDetail): Promise<ExamDetail> =>
      exam.open_attempt?.writer === 'nobody' ? (await calls.start()).data : exam,

    /** Remembers this tab's name, and keeps other tabs of this browser from it. */
    holdWriter,

    /** 'Continue here': this tab becomes the writer, the other one is told. */
    continueHere: async (): Promise<void> => {
      const screen = $screen.get()
      const before = $writing.get()
      if (screen.name !== 'running' || !screen.exam.open_attempt || before === 'claiming') return
      $writing.set('claiming')
      const { id } = screen.exam.open_attempt
      try {
        const { data } = await calls.claim(id)
        await holdWriter()
        await journal.dropWish(learner(), id)
        $writing.set('here')
        answering.keepPlace()
        screen.attempt.goOn(data.responses)
        deadline.takeEnd(data)
      } catch (error) {
        $writing.set(before)
        if (isCode(error, 'finished')) return void ended.seeEnd()
        say((error instanceof ApiError && error.message) || 'The server cannot be reached. Please try again.')
      }
    },
  }
}
