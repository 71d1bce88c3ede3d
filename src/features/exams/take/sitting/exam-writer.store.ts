import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { isCode } from '../answers/attempt-trouble.rules.ts'
import { keepPlace } from './exam-answering.store.ts'
import { resumeClock } from '../times/exam-clock.store.ts'
import { seeEnd } from './exam-ended.store.ts'
import { $screen, $writing, inTime, loseWriter, say, session, userId } from './exam-session.store.ts'
import { claimAttempt, startExam } from '../take.contract.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import { dropWish } from '../answers/journal.browser.ts'
import { keepPaper, keepWriter } from '../../offline/running-exam.browser.ts'
import { timed } from '#lib/browser/server-time.ts'
import { lockWriter, newWriterName } from '../page/writer.browser.ts'

/** Which tab writes to the attempt (docs/decisions/0013-one-writer-and-offline.md). */

/** Goes on under this browser's name unless another of its tabs does. @returns whether it does */
export async function takeUpName(name: string): Promise<boolean> {
  session.writer = name
  const held = await lockWriter(userId(), session.examId, false, loseWriter)
  if (!held) session.writer = newWriterName()
  return held
}

/** An attempt that nobody with a name writes to is this tab's; so it is told again by a start, which takes nothing over. */
export async function adopt(exam: ExamDetail): Promise<ExamDetail> {
  if (exam.open_attempt?.writer !== 'nobody') return exam
  const body = { exam_id: session.examId, status: 'start' as const, writer: session.writer }
  return (await timed(() => call(startExam, { body, signal: inTime() }))).data
}

/** Remembers this tab's name, and keeps other tabs of this browser from it. */
export async function holdWriter(): Promise<void> {
  await keepWriter(userId(), session.examId, session.writer)
  await lockWriter(userId(), session.examId, true, loseWriter)
}

/** 'Continue here': this tab becomes the writer, the other one is told. */
export async function continueHere(): Promise<void> {
  const screen = $screen.get()
  const before = $writing.get()
  if (screen.name !== 'running' || !screen.exam.open_attempt || before === 'claiming') return
  $writing.set('claiming')
  const body = { exam_id: session.examId, attempt_id: screen.exam.open_attempt.id, writer: session.writer }
  try {
    const { data } = await timed(() => call(claimAttempt, { body, signal: inTime() }))
    await holdWriter()
    await dropWish(userId(), body.attempt_id)
    $writing.set('here')
    keepPlace()
    screen.attempt.goOn(data.responses)
    void keepPaper(userId(), { ...screen.exam, open_attempt: data })
    resumeClock(data.deadline_at)
  } catch (error) {
    $writing.set(before)
    if (isCode(error, 'finished')) return void seeEnd()
    say((error instanceof ApiError && error.message) || 'The server cannot be reached. Please try again.')
  }
}
