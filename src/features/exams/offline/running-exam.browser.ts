import { PAPERS } from '#lib/browser/device/device-data.ts'
import { deviceStore } from '#lib/browser/device/device-store.ts'
import { keep } from '#lib/browser/device/storage.ts'
import type { ExamDetail } from '../detail/detail.contract.ts'
import type { ClockAnchor } from '#lib/both/time/server-clock.ts'

/**
 * What this device keeps of an exam under way, so that its screen opens again without a network: the paper, the time, and
 * the name under which this browser writes. Keys are [learner, exam, what]. It goes when the attempt is over and when the
 * learner logs out; what the learner answered is in the journal and stays.
 */

type What = 'paper' | 'clock' | 'writer'

const store = deviceStore(PAPERS, 'exams')

const key = (user: number, exam: number, what: What) => [user, exam, what]

/** Local storage keys of copies of the names begin so: a database that hangs must not cost a tab its turn. */
const WRITER = 'padavu-writer '

/** Exams whose name has a copy. Names of exams that never ended on this device are not removed otherwise. */
const MAX_WRITERS = 20

const writerKey = (user: number, exam: number) => `${WRITER}${user} ${exam}`

/** Copies a name; beyond the limit the copies that were written first are removed. */
function copyWriter(user: number, exam: number, name: string): void {
  keep(() => {
    localStorage.setItem(writerKey(user, exam), `${Date.now()} ${name}`)
    const age = (key: string) => parseInt(localStorage.getItem(key)!)
    const all = Object.keys(localStorage).filter((key) => key.startsWith(WRITER))
    all.sort((one, other) => age(other) - age(one))
    for (const key of all.slice(MAX_WRITERS)) localStorage.removeItem(key)
  })
}

/** Reads the name under which a tab of this browser last wrote to the exam; undefined where there is none to be read. */
export async function readWriter(user: number, exam: number): Promise<string | undefined> {
  const [name] = (await store.get([key(user, exam, 'writer')])) ?? []
  if (typeof name !== 'string') return keep(() => localStorage.getItem(writerKey(user, exam))?.split(' ')[1])
  copyWriter(user, exam, name)
  return name
}

/** Remembers the name, so that a reload writes on. */
export function keepWriter(user: number, exam: number, name: string): Promise<boolean> {
  copyWriter(user, exam, name)
  return store.set(key(user, exam, 'writer'), name)
}

/** Keeps the exam with its questions and the attempt under way. */
export function keepPaper(user: number, exam: ExamDetail): Promise<boolean> {
  return store.set(key(user, exam.id, 'paper'), exam)
}

/** Keeps what is known of the server's time. */
export function keepClock(user: number, exam: number, clock: ClockAnchor): Promise<boolean> {
  return store.set(key(user, exam, 'clock'), clock)
}

/**
 * Reads the exam as it was kept.
 * @returns undefined when this device has none that is under way, `unread` when it could not be read
 */
export async function readExam(
  user: number,
  exam: number,
): Promise<{ paper: ExamDetail; clock: ClockAnchor } | 'unread' | undefined> {
  const found = await store.get([key(user, exam, 'paper'), key(user, exam, 'clock')])
  if (!found) return 'unread'
  const [paper, clock] = found as [ExamDetail | undefined, ClockAnchor | undefined]
  return paper?.open_attempt && clock ? { paper, clock } : undefined
}

/** Forgets an exam whose attempt is over. */
export async function forgetExam(user: number, exam: number): Promise<void> {
  keep(() => localStorage.removeItem(writerKey(user, exam)))
  await store.remove((['paper', 'clock', 'writer'] as const).map((what) => key(user, exam, what)))
}
