import { createStore, delMany, get, getMany, keys, set } from 'idb-keyval'
import { PAPERS } from '#lib/browser/device/device-data.ts'
import { kept } from '#lib/browser/device/device-store.ts'
import type { ExamDetail } from '../detail/detail.contract.ts'
import type { ClockAnchor } from '#lib/both/time/server-clock.ts'

/**
 * What this device keeps of an exam under way, so that its screen opens again without a network: the paper, the time, and
 * the name under which this browser writes. Keys are [learner, exam, what]. It goes when the attempt is over and when the
 * learner logs out; what the learner answered is in the journal and stays.
 */

type What = 'paper' | 'clock' | 'writer'

const store = createStore(PAPERS, 'exams')

const key = (user: number, exam: number, what: What) => [user, exam, what]

/** The name under which a tab of this browser last wrote to the exam. */
export async function readWriter(user: number, exam: number): Promise<string | undefined> {
  let name: string | undefined
  await kept(async () => {
    name = await get<string>(key(user, exam, 'writer'), store)
  })
  return name
}

/** Remembers the name, so that a reload writes on. */
export function keepWriter(user: number, exam: number, name: string): Promise<boolean> {
  return kept(() => set(key(user, exam, 'writer'), name, store))
}

/** Keeps the exam with its questions and the attempt under way. */
export function keepPaper(user: number, exam: ExamDetail): Promise<boolean> {
  return kept(() => set(key(user, exam.id, 'paper'), exam, store))
}

/** Keeps what is known of the server's time. */
export function keepClock(user: number, exam: number, clock: ClockAnchor): Promise<boolean> {
  return kept(() => set(key(user, exam, 'clock'), clock, store))
}

/** The exam as it was kept; undefined when this device has none that is under way. */
export async function readExam(
  user: number,
  exam: number,
): Promise<{ paper: ExamDetail; clock: ClockAnchor } | undefined> {
  let found: [ExamDetail | undefined, ClockAnchor | undefined] = [undefined, undefined]
  await kept(async () => {
    found = (await getMany([key(user, exam, 'paper'), key(user, exam, 'clock')], store)) as typeof found
  })
  const [paper, clock] = found
  return paper?.open_attempt && clock ? { paper, clock } : undefined
}

/** Forgets an exam whose attempt is over. */
export async function forgetExam(user: number, exam: number): Promise<void> {
  await kept(async () => {
    const all = await keys<[number, number, What]>(store)
    await delMany(
      all.filter(([of, id]) => of === user && id === exam),
      store,
    )
  })
}
