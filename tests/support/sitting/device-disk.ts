import type { JournalOfAttempt } from '#features/exams/take/journal/journal.browser.ts'
import type { ExamPorts } from '#features/exams/take/sitting/exam-ports.store.ts'
import type { ExamDetail } from '#features/exams/detail/detail.contract.ts'
import type { ClockAnchor } from '#lib/both/time/server-clock.ts'

interface KeptExam {
  paper?: ExamDetail
  clock?: ClockAnchor
  writer?: string
}

/** What a browser keeps of exams, in memory: it outlives a tab. */
export function fakeDisk() {
  const journals = new Map<string, JournalOfAttempt>()
  const exams = new Map<string, KeptExam>()
  const disk = {
    /** No room: nothing is written. */
    full: false,
    /** The journal cannot be read. */
    unread: false,
  }
  const keyOf = (user: number, of: number) => `${user} ${of}`
  const journalOf = (user: number, attempt: number): JournalOfAttempt => {
    const key = keyOf(user, attempt)
    if (!journals.has(key)) journals.set(key, { entries: [], wish: false, times: {}, unread: false })
    return journals.get(key)!
  }
  const write = async (change: () => void): Promise<boolean> => {
    if (disk.full) return false
    change()
    return true
  }
  const keep = (user: number, exam: number, what: KeptExam) =>
    write(() => exams.set(keyOf(user, exam), { ...exams.get(keyOf(user, exam)), ...structuredClone(what) }))

  const journal: ExamPorts['journal'] = {
    readJournal: async (user, attempt) =>
      disk.unread ? { entries: [], wish: false, times: {}, unread: true } : structuredClone(journalOf(user, attempt)),
    writeEntry: (user, attempt, entry) =>
      write(() => {
        const known = journalOf(user, attempt)
        known.entries = [...known.entries.filter(({ qid }) => qid !== entry.qid), structuredClone(entry)]
      }),
    writePlace: (user, attempt, place) => write(() => (journalOf(user, attempt).place = place)),
    writeTimes: (user, attempt, tab, spent) => write(() => (journalOf(user, attempt).times[tab] = spent)),
    dropTimes: (user, attempt, tab) => write(() => delete journalOf(user, attempt).times[tab]),
    writeWish: (user, attempt) => write(() => (journalOf(user, attempt).wish = true)),
    dropWish: (user, attempt) => write(() => (journalOf(user, attempt).wish = false)),
  }
  const device: ExamPorts['device'] = {
    keepOffline: async () => 'never',
    readExam: async (user, exam) => {
      const { paper, clock } = exams.get(keyOf(user, exam)) ?? {}
      return paper?.open_attempt && clock ? { paper, clock } : undefined
    },
    keepPaper: (user, exam) => keep(user, exam.id, { paper: exam }),
    keepClock: (user, exam, clock) => keep(user, exam, { clock }),
    keepWriter: (user, exam, writer) => keep(user, exam, { writer }),
    forgetOffline: async (user, exam) => void exams.delete(keyOf(user, exam)),
  }
  return Object.assign(disk, {
    journal,
    device,
    nameOf: (user: number, exam: number) => exams.get(keyOf(user, exam))?.writer,
    /** Whether it could open the exam without a network. */
    keepsExam: (user: number, exam: number) => exams.has(keyOf(user, exam)),
  })
}
