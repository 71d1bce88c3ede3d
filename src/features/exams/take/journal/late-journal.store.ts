import { entriesOfPaper } from '../answers/attempt.rules.ts'
import type { ExamSession } from '../sitting/exam-session.store.ts'

/**
 * Reads a journal that could not be read when the attempt on the screen was opened, and adds its entries. Takes at most
 * two seconds (lib/browser/device/device-store.ts).
 * @returns true when the journal could be read and has a wish to submit that no later action has ended
 */
export const lateJournal =
  ({ $screen, $unread, ports }: ExamSession) =>
  async (): Promise<boolean> => {
    const screen = $screen.get()
    if (!('attempt' in screen)) return false
    const { attempt, exam, questions } = screen
    const { entries, place, wish, unread } = await ports.journal.readJournal(ports.learner(), exam.open_attempt!.id)
    // Another call may have read it meanwhile.
    if (unread || !$unread.get()) return false
    $unread.set(false)
    for (const qid of place?.visited ?? []) attempt.visit(qid)
    return attempt.takeLate(entriesOfPaper(entries, questions)) && wish
  }
