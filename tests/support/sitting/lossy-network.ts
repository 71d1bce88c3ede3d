import fc from 'fast-check'
import {
  act,
  received,
  resume,
  sending,
  toSend,
  undelivered,
  unsaved,
  written,
  type Action,
  type AttemptWork,
  type JournalEntry,
} from '#features/exams/take/answers/attempt.rules.ts'
import type { Receipt } from '#features/exams/take/take.contract.ts'
import type { SavedResponse } from '#features/exams/take/attempt.contract.ts'

/** What keeps answers: the server, or a model of it. */
export interface Keeper {
  save: (action: Action) => Promise<Receipt>
  saved: () => Promise<readonly SavedResponse[]>
}

/**
 * What happens to a candidate next. Of the requests on their way, the one that is meant is told by `which`.
 * act: it does something; send: requests leave; arrive: a request arrives and is answered; lose: it never arrives;
 * mute: it arrives, its receipt does not; delay: its candidate gives it up, it arrives later; stray: such a one arrives;
 * reload: the page goes and comes back with its journal, what was on its way may still arrive.
 */
type Event =
  | { name: 'act'; question: number; option: number | null; marked: boolean }
  | { name: 'arrive' | 'lose' | 'mute' | 'delay' | 'stray'; which: number }
  | { name: 'send' }
  | { name: 'reload' }

const which = fc.nat(9)

export const events = (questions: number, options: number): fc.Arbitrary<Event[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          name: fc.constant('act' as const),
          question: fc.nat(questions - 1),
          option: fc.option(fc.nat(options - 1)),
          marked: fc.boolean(),
        }),
      },
      { weight: 3, arbitrary: fc.record({ name: fc.constant('send' as const) }) },
      {
        weight: 5,
        arbitrary: fc.record({ name: fc.constantFrom('arrive', 'lose', 'mute', 'delay', 'stray'), which }),
      },
      { weight: 1, arbitrary: fc.record({ name: fc.constant('reload' as const) }) },
    ),
    { maxLength: 40 },
  )

/**
 * A candidate with the page's own rules of delivery behind a network that loses, repeats and reorders; at last it comes to
 * rest, and every action is acknowledged.
 * @param paper of each question its id and its options' ids
 * @returns what the candidate did last on each question, in the form of saved responses without their numbers
 */
export async function sitThrough(
  happening: readonly Event[],
  paper: readonly { qid: number; options: number[] }[],
  keeper: Keeper,
): Promise<Omit<SavedResponse, 'seq'>[]> {
  const journal = new Map<number, JournalEntry>()
  const last = new Map<number, Omit<SavedResponse, 'seq'>>()
  let work: AttemptWork = resume(await keeper.saved(), [])
  let flying: Action[] = []
  const strays: Action[] = []
  const take = (from: Action[], index: number) => from.splice(index % from.length, 1)[0]!
  const leave = () => {
    for (const { qid, option, marked, seq, timeFrom, timeTo } of toSend(work, true)) {
      work = sending(work, qid)
      flying.push({ qid, option, marked, seq, timeFrom, timeTo })
    }
  }
  const giveUp = ({ qid, seq }: Action) => (work = undelivered(work, qid, seq, 'kept'))
  const arrive = async (action: Action) => {
    const receipt = await keeper.save(action)
    work = received(work, action.qid, action.seq, receipt)
    const entry = journal.get(action.qid)
    if (entry?.seq === action.seq) journal.set(action.qid, { ...entry, saved: true })
  }
  for (const event of happening) {
    if (event.name === 'act') {
      const { qid, options } = paper[event.question]!
      const option = event.option === null ? null : options[event.option]!
      const { marked } = event
      work = act(work, { qid, option, marked, timeFrom: 1, timeTo: 2 })
      journal.set(qid, { qid, option, marked, timeFrom: 1, timeTo: 2, seq: work.lastSeq, saved: false })
      work = written(work, qid, work.lastSeq)
      last.set(qid, { qid, answer_option_id: option, marked })
    } else if (event.name === 'send') leave()
    else if (event.name === 'reload') {
      strays.push(...flying)
      flying = []
      work = resume(await keeper.saved(), [...journal.values()])
    } else if (event.name === 'stray') {
      if (strays.length > 0) await keeper.save(take(strays, event.which))
    } else if (flying.length > 0) {
      const action = take(flying, event.which)
      if (event.name === 'arrive') await arrive(action)
      else giveUp(action)
      if (event.name === 'mute') await keeper.save(action)
      if (event.name === 'delay') strays.push(action)
    }
  }
  while (unsaved(work).length > 0) {
    leave()
    for (const action of flying.splice(0)) await arrive(action)
  }
  for (const action of strays) await keeper.save(action)
  return [...last.values()].sort((a, b) => a.qid - b.qid)
}

/** The server's rule in a few lines: of a question the action with the highest number stays. */
export function modelServer(): Keeper {
  const stored = new Map<number, Action>()
  return {
    save: async (action) => {
      const known = stored.get(action.qid)
      if (!known || known.seq < action.seq) stored.set(action.qid, action)
      const { seq, option, marked } = stored.get(action.qid)!
      const stale = seq !== action.seq || option !== action.option || marked !== action.marked
      return {
        status: true,
        success: true,
        message: '',
        attempt_id: 1,
        qid: action.qid,
        seq,
        stale,
        saved_at: 2,
        server_time: 2,
        deadline_at: 9,
      }
    },
    saved: async () =>
      [...stored.values()]
        .sort((a, b) => a.qid - b.qid)
        .map(({ qid, option, marked, seq }) => ({ qid, answer_option_id: option, marked, seq })),
  }
}
