import { ApiError } from '#lib/both/calls/errors.ts'
import { detailFailure } from '../../detail/detail-failure.rules.ts'
import type { NotCounted } from '../../not-counted/not-counted.browser.ts'
import { showUntilRead } from '../../not-counted/until-read.store.ts'
import { PAPER_UNREAD } from '../../ui/fault-texts.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import type { ExamBase } from './exam-base.store.ts'
import type { ExamRunning } from './exam-running.store.ts'
import type { ExamWriter } from './exam-writer.store.ts'

/** Opening the exam, starting an attempt or going on with it. */
export function examLoading({ session, calls, retry }: ExamBase, writer: ExamWriter, running: ExamRunning) {
  const { $screen, examId, ports, say } = session
  const { learner, device, journal, leftBehind, page } = ports

  /** @param mine no other tab of this browser goes by the name that the server was asked with */
  const show = async (given: ExamDetail, mine: boolean): Promise<void> => {
    const exam = await writer.adopt(given)
    const { open_attempt: open } = exam
    if (open) {
      // The name is another tab's, though it was given as this one's.
      const writes = open.writer === 'you' && (mine || given !== exam)
      if (writes && !mine) await writer.holdWriter()
      return running.run(exam, open, writes ? 'here' : 'opened')
    }
    const user = learner()
    // An attempt that was given back goes on from this journal.
    const known = exam.given_back ? undefined : await device.readExam(user, exam.id)
    if (known && known !== 'unread' && isTimeOver(known.paper, exam)) {
      const { paper } = known
      return running.run(
        paper,
        paper.open_attempt!,
        paper.open_attempt!.writer === 'you' && mine ? 'here' : 'opened',
        false,
      )
    }
    const over = exam.results.map(({ attempt_id }) => attempt_id)
    await device.forgetOffline(user, exam.id)
    let again = false
    const shown = () => {
      const screen = $screen.get()
      return screen.name === 'gate' && screen.exam === exam ? screen : undefined
    }
    const look = async () => {
      const unread = { attempts: [], answers: [], unread: true }
      // An attempt that has begun meanwhile may be one of these, given back: a look would submit it.
      if (again && !shown()) return unread
      // Without its code the journal cannot be read either.
      return leftBehind.notCounted(user, exam.id, over).catch(() => unread)
    }
    const showGate = (notCounted: NotCounted) => {
      const gate = shown()
      if (again && !gate) return false
      $screen.set({ name: 'gate', exam, notCounted, starting: gate?.starting ?? false })
      return (again = true)
    }
    await showUntilRead(look, showGate, ports.time.after)
  }

  /** True of an attempt kept on this device whose time ended while no page showed it, by the server's word. */
  const isTimeOver = ({ open_attempt: last }: ExamDetail, { results }: ExamDetail): boolean => {
    const result = results.find(({ attempt_id }) => attempt_id === last?.id)
    return last !== null && ports.time.serverNow() >= last.deadline_at && result?.finished_by !== 'learner'
  }

  const load = async (): Promise<void> => {
    $screen.set({ name: 'loading' })
    const taken = writer.takeUpName(await ports.writers.writerName(learner(), examId))
    try {
      const { data } = await calls.askExam()
      await show(data, await taken)
    } catch (error) {
      const away = !(error instanceof ApiError) || error.status >= 500
      const known = away ? await device.readExam(learner(), examId) : undefined
      if (known === 'unread') {
        const failed = { name: 'failed', message: PAPER_UNREAD, retry: true } as const
        $screen.set(failed)
        await retry.retryPause()
        // Unless the candidate has asked for it since.
        return $screen.get() === failed ? load() : undefined
      }
      const open = known?.paper.open_attempt
      if (!known || !open) return $screen.set(detailFailure(error))
      ports.time.trustDevice(known.clock)
      await running.run(known.paper, open, (await taken) ? 'here' : 'opened', false)
    }
  }

  return {
    /** Loads the exam, and goes on with the attempt under way; from this device when the server cannot be reached. */
    load,

    /** Starts an attempt; the candidate has asked for it. */
    start: async (): Promise<void> => {
      const screen = $screen.get()
      if (screen.name !== 'gate' || screen.starting) return
      $screen.set({ ...screen, starting: true })
      try {
        const { data } = await calls.start(page.placeOfStart(screen.exam.courses))
        if (data.open_attempt?.writer === 'you') await writer.holdWriter()
        // One that was given back goes on: a wish from before it ended is not meant.
        if (data.open_attempt) await journal.dropWish(learner(), data.open_attempt.id)
        await show(data, true)
      } catch (error) {
        say((error instanceof ApiError && error.message) || 'Failed to start the exam')
        const now = $screen.get()
        $screen.set({ ...(now.name === 'gate' ? now : screen), starting: false })
      }
    },

    /** The candidate has seen what was not counted. */
    hideNotCounted: async (): Promise<void> => {
      const screen = $screen.get()
      if (screen.name !== 'gate') return
      $screen.set({ ...screen, notCounted: { attempts: [], answers: [] } })
      await leftBehind.dismiss(learner(), screen.notCounted)
    },
  }
}
