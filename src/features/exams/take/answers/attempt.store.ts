import { atom, type ReadableAtom } from 'nanostores'
import type { Timers } from '#lib/browser/timers.ts'
import { askedPause } from '#lib/both/calls/prospect.ts'
import { awayOf, isCode, isOver, troubleOf, type Away, type Trouble } from './attempt-trouble.rules.ts'
import {
  act,
  actionOf,
  addLate,
  insist,
  isOnDevice,
  received,
  sending,
  takeServers,
  toSend,
  undelivered,
  unsaved,
  visit,
  written,
  type Action,
  type AttemptWork,
  type Delivery,
  type JournalEntry,
  type Work,
} from './attempt.rules.ts'
import type { Receipt } from '../take.contract.ts'
import type { SavedResponse } from '../attempt.contract.ts'
import { addLateBeside, asideList, entryInstead, setAside, takeBeside } from './set-aside.rules.ts'

/** What the delivery of answers needs from around it. */
export interface Surroundings {
  timers: Timers
  /** Writes to this device's journal. @returns false when it cannot */
  write: (entry: JournalEntry) => Promise<boolean>
  /**
   * Sends an action. @throws ApiError when the server answers with an error; anything else means it was not reached
   * @param leaving the page may be gone before the answer comes
   */
  send: (action: Action, leaving: boolean) => Promise<Receipt>
  /** Asks the server what it holds. */
  ask: () => Promise<readonly SavedResponse[]>
  /** The candidate just did this, or asked for it again, and it did not arrive. */
  onTrouble: (action: Action, trouble: Trouble) => void
  /** The server says that the attempt is over. */
  onOver: () => void
  /** The server says that another tab or device has become the writer; what was not delivered has been set aside. */
  onOther: () => void
}

export interface Attempt {
  $work: ReadableAtom<AttemptWork>
  /** False while the journal lacks an action: it could not be written, or not in time. */
  $journalled: ReadableAtom<boolean>
  /** Why the server does not take answers; undefined while it does. */
  $away: ReadableAtom<Away | undefined>
  visit: (qid: number) => void
  act: (action: Omit<Action, 'seq'>) => void
  /** Sends a question's action again if it failed, and waits until its fate is known, or `patience` milliseconds. */
  settle: (qid: number, patience: number) => Promise<Delivery>
  /** The same for all; @returns how many are not saved */
  settleAll: (patience: number) => Promise<number>
  /** Takes over what the server, which has just answered, holds. */
  take: (responses: readonly SavedResponse[]) => void
  /** Takes over entries of a journal that could only be read now. @returns true when nobody has acted since this page began */
  takeLate: (entries: readonly JournalEntry[]) => boolean
  /** Tries again what did not succeed: the network is back, or the page is looked at again. */
  wake: () => void
  /** The page goes out of sight and may never come back: everything leaves that has not arrived. */
  leave: () => void
  /** Nothing is sent any more. */
  stop: () => void
  /** Another writes now: what has not arrived is set aside, and nothing is sent. */
  yieldTo: () => void
  /** This is the writer again; `responses` is what the server held when it became so. */
  goOn: (responses: readonly SavedResponse[]) => void
  /** Decides about what is set aside: given as the candidate's newest answers, or dropped for what the server has. */
  decide: (use: boolean) => void
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 15_000

/** Delivers a candidate's actions: journal first, then the server, one request a question at a time, again until they arrive. */
export function deliverAttempt(start: AttemptWork, around: Surroundings): Attempt {
  const $work = atom(start)
  const $journalled = atom(true)
  const $away = atom<Away | undefined>()
  /** Actions whose failure the candidate has not been told of. */
  const loud = new Set<number>()
  const { steady, after } = around.timers
  /** Ends the pause after which what did not succeed is sent again; undefined while there is none. */
  let endPause: (() => void) | undefined
  let pauses = 0
  /** Until when the server asked to be left alone. Who wants to be sure of an answer does not wait for that. */
  let restUntil = 0
  let asking = false
  let stopped = false
  /** Another has written since this page began: the server's numbers and the journal's cannot be compared. */
  let othersWrote = false
  /** Questions on which the candidate has acted on this page. */
  const acted = new Set<number>()
  /** Questions whose newest action the journal lacks. */
  const unwritten = new Set<number>()
  const rewriting = new Set<number>()

  const write = async (qid: number) => {
    const own = $work.get().work[qid]
    if (!own) return
    await journal(own)
    $work.set(written($work.get(), qid, own.seq))
    pumpUnlessAsked()
  }

  const journal = async (own: Work, saved = false) => {
    const takes = await around.write({ ...actionOf(own), saved })
    // Of an older action it does not matter: the newer one takes its place.
    if ($work.get().work[own.qid]?.seq === own.seq) {
      if (takes) unwritten.delete(own.qid)
      else unwritten.add(own.qid)
    }
    $journalled.set(unwritten.size === 0)
    if (takes) journalAgain()
  }

  /** A slow disk, or a device that slept, is no broken one. */
  const journalAgain = () => {
    for (const qid of unwritten) {
      const own = $work.get().work[qid]
      if (!own || rewriting.has(qid)) continue
      rewriting.add(qid)
      void journal(own, own.delivery === 'saved').finally(() => rewriting.delete(qid))
    }
  }

  const perform = (action: Omit<Action, 'seq'>) => {
    acted.add(action.qid)
    $work.set(act($work.get(), action))
    void write(action.qid)
  }

  const pump = (again = false) => {
    if (stopped) return
    if (again) journalAgain()
    for (const { qid } of toSend($work.get(), again)) void deliver(qid)
    const waits = unsaved($work.get()).some((own) => own.delivery === 'kept' || own.delivery === 'failed')
    if (waits && endPause === undefined) pause()
  }

  /** Sends what is new, unless the server asked to be left alone: its turn comes with the pause. */
  const pumpUnlessAsked = () => {
    if (steady() >= restUntil) pump()
  }

  const pause = (atLeast = 0) => {
    endPause?.()
    const length = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** pauses) * (0.75 + Math.random() / 2)
    pauses += 1
    endPause = after(Math.max(length, atLeast), () => {
      endPause = undefined
      restUntil = 0
      pump(true)
    })
  }

  const deliver = async (qid: number, leaving = false) => {
    $work.set(sending($work.get(), qid))
    const own = $work.get().work[qid]!
    const { seq } = own
    let trouble: Trouble | undefined
    try {
      const receipt = await around.send(own, leaving)
      $work.set(received($work.get(), qid, seq, receipt))
      $away.set(undefined)
      pauses = 0
      restUntil = 0
      const now = $work.get().work[qid]
      if (now?.delivery === 'saved' && now.seq === seq) void journal(now, true)
      if (now?.delivery === 'writing' && now.seq > seq && receipt.stale) void write(qid)
      if (now?.delivery === 'outdated') void askServer()
    } catch (error) {
      trouble = troubleOf(error)
      $away.set(trouble === 'kept' ? awayOf(error) : undefined)
      $work.set(undelivered($work.get(), qid, seq, trouble))
      if (isOver(error)) around.onOver()
      else if (isCode(error, 'other_writer')) yieldTo(around.onOther)
      else if (loud.has(seq)) around.onTrouble(own, trouble)
      const asked = askedPause(error)
      if (asked > 0 && !stopped) {
        restUntil = steady() + asked
        pause(asked)
      }
    }
    loud.delete(seq)
    pumpUnlessAsked()
  }

  const yieldTo = (tell?: () => void) => {
    // Requests that left together are refused together.
    if (stopped) return
    stopped = othersWrote = true
    endPause?.()
    endPause = undefined
    $work.set(setAside($work.get()))
    tell?.()
  }

  const askServer = async () => {
    if (asking || stopped) return
    asking = true
    try {
      $work.set(takeServers($work.get(), await around.ask()))
    } catch {
      // The next receipt of this kind asks again.
    }
    asking = false
  }

  /** Waits for a state of the work, or until patience ends. */
  const until = (reached: (work: AttemptWork) => boolean, patience: number) =>
    new Promise<void>((resolve) => {
      const finish = () => {
        giveUp()
        unlisten()
        resolve()
      }
      const giveUp = after(patience, finish)
      const unlisten = $work.listen((work) => reached(work) && finish())
      if (reached($work.get())) finish()
    })

  return {
    $work,
    $journalled,
    $away,
    visit: (qid) => $work.set(visit($work.get(), qid)),
    act: (action) => {
      perform(action)
      loud.add($work.get().lastSeq)
    },
    settle: async (qid, patience) => {
      const own = $work.get().work[qid]
      if (!own || own.delivery === 'saved') return 'saved'
      if (own.delivery === 'failed' || own.delivery === 'refused') {
        loud.add(own.seq)
        $work.set(insist($work.get(), qid))
        pump()
      }
      // While the server is away nobody waits for it: it is enough that the answer is on this device.
      const isKept = ({ work, reachable }: AttemptWork) => !reachable && work[qid]?.delivery !== 'writing'
      await until((work) => isKept(work) || isSettled(work.work[qid]?.delivery), patience)
      return $work.get().work[qid]?.delivery ?? 'saved'
    },
    settleAll: async (patience) => {
      for (const { qid } of unsaved($work.get())) $work.set(insist($work.get(), qid))
      pump()
      await until((work) => unsaved(work).every(({ delivery }) => isSettled(delivery)), patience)
      return unsaved($work.get()).length
    },
    take: (responses) => {
      $work.set({ ...takeBeside($work.get(), responses), reachable: true })
      $away.set(undefined)
      pumpUnlessAsked()
    },
    takeLate: (entries) => {
      const late = entries.filter(({ qid }) => !acted.has(qid))
      $work.set(othersWrote ? addLateBeside($work.get(), late) : addLate($work.get(), late, start.reachable))
      pumpUnlessAsked()
      return !othersWrote && acted.size === 0
    },
    wake: () => {
      pauses = 0
      restUntil = 0
      endPause?.()
      endPause = undefined
      pump(true)
    },
    leave: () => {
      if (stopped) return
      for (const { qid, delivery } of unsaved($work.get()))
        if (delivery !== 'refused' && delivery !== 'outdated') void deliver(qid, true)
    },
    stop: () => {
      stopped = true
      endPause?.()
    },
    yieldTo: () => yieldTo(),
    goOn: (responses) => {
      stopped = false
      pauses = 0
      $work.set(takeBeside($work.get(), responses))
      pump()
    },
    decide: (use) => {
      for (const { own, instead } of asideList($work.get())) {
        if (use) perform(own)
        else void around.write(entryInstead(own, instead))
      }
      $work.set({ ...$work.get(), aside: {} })
    },
  }
}

const isSettled = (delivery: Delivery | undefined) =>
  delivery === undefined || delivery === 'saved' || delivery === 'outdated' || isOnDevice({ delivery })
