import { atom, type ReadableAtom } from 'nanostores'
import { askedPause, prospectOf } from '../../both/calls/prospect.ts'
import type { Entry, KeptEntries } from './kept-entries.ts'

/** What became of it. `waiting`: it could not be sent and will be tried again; `refused`: the server does not take it. */
export type Fate<Reply> =
  { is: 'sent'; reply: Reply } | { is: 'waiting'; onDevice: boolean } | { is: 'refused'; message: string }

export interface OutboxPorts<What, Reply> {
  /** Who is logged in here now. */
  learner: () => number | undefined
  device: KeptEntries<What>
  /** No two have the same, and what is sent again has the one that it had. */
  nameOf: (what: What) => string
  /**
   * Sends it for who is logged in. @throws ApiError when the server answers with an error; anything else means that it was
   * not reached
   */
  send: (what: What, signal: AbortSignal) => Promise<Reply>
  /** Told when it has been tried for the first time, and once more, `late`, when it had waited and has ended. */
  onFate: (what: What, fate: Fate<Reply>, late: boolean) => void
}

export interface Outbox<What> {
  /** What waits to be sent, oldest first. */
  $waiting: ReadableAtom<readonly What[]>
  /**
   * Keeps it on this device and sends it, after what waits already. The promise resolves as soon as this device has it, with
   * false where it cannot.
   */
  add: (entry: Entry<What>) => Promise<boolean>
  /** Takes up what earlier pages left. The promise resolves when all has been tried, and what has ended is dropped. */
  resume: () => Promise<void>
  /** Tries now what waits: the network is back, or the page is looked at again. Resolves as `resume` does. */
  wake: () => Promise<void>
}

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

/** Milliseconds between tries; the last again and again. */
const PAUSES = [2000, 5000, 15_000, 30_000]

/** Milliseconds between two tries to read what earlier pages left. */
const UNREAD_PAUSE = 5000

interface Queued<What> {
  entry: Entry<What>
  /** Whether this device keeps it; nothing where it waits, and that has been told. */
  fresh?: Promise<boolean> | undefined
}

/**
 * Sends what learners do until the server has it, in order. Each has a name of its own, so that one which arrived although
 * its reply was lost counts once. Each is sent for its own learner only: it waits while nobody or somebody else is logged in.
 */
export function outbox<What, Reply>(ports: OutboxPorts<What, Reply>): Outbox<What> {
  const { learner, device, nameOf, onFate } = ports
  const $waiting = atom<readonly What[]>([])
  /** Of all that this page knows: the device may still have what has just been sent. */
  const names = new Set<string>()
  let queue: Queued<What>[] = []
  let sending: Promise<void> | undefined
  /** Resolves when the device has dropped what has ended, or could not. */
  let dropped: Promise<unknown> = Promise.resolve()
  let tries = 0
  /** Milliseconds that the server asked to be left alone for with its last error. */
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: Queued<What>[]) => {
    queue = next
    for (const { entry } of queue) names.add(nameOf(entry.what))
    $waiting.set(queue.filter(({ fresh }) => !fresh).map(({ entry }) => entry.what))
  }

  const end = (one: Queued<What>, fate: Fate<Reply>) => {
    tries = 0
    become(queue.filter((other) => other !== one))
    // A store that hangs must delay neither its fate nor the entries behind it.
    dropped = Promise.all([dropped, device.drop(one.entry)])
    onFate(one.entry.what, fate, !one.fresh)
  }

  const putOff = (one: Queued<What>) => {
    const { entry, fresh } = one
    if (!fresh) return
    one.fresh = undefined
    void fresh.then((onDevice) => onFate(entry.what, { is: 'waiting', onDevice }, false))
    become(queue)
  }

  /** @returns false when the rest has to wait too */
  const sendOne = async (one: Queued<What>): Promise<boolean> => {
    let fate: Fate<Reply>
    try {
      fate = { is: 'sent', reply: await ports.send(one.entry.what, AbortSignal.timeout(REQUEST_LIMIT)) }
      asked = 0
    } catch (error) {
      asked = askedPause(error)
      const prospect = prospectOf(error)
      if (prospect !== 'refused') {
        putOff(one)
        // What the server cannot take now, without asking to be left alone, is no reason against the others.
        return prospect === 'later' && !asked
      }
      fate = { is: 'refused', message: error instanceof Error ? error.message : '' }
    }
    end(one, fate)
    return true
  }

  // Asked anew before each is sent: another tab may have changed who is logged in.
  const next = (tried?: Set<unknown>) => queue.find((one) => one.entry.user === learner() && !tried?.has(one))

  const sendAll = async () => {
    const tried = new Set<unknown>()
    for (let one = next(); one; one = next(tried)) {
      tried.add(one)
      if (!(await sendOne(one))) break
    }
    sending = undefined
    waitAgain()
  }

  const waitAgain = () => {
    queue.forEach(putOff)
    clearTimeout(timer)
    if (queue.length > 0)
      timer = setTimeout(() => void wake(), Math.max(PAUSES[Math.min(tries++, PAUSES.length - 1)]!, asked))
  }

  const wake = async () => {
    if (sending || next()) await (sending ??= sendAll())
    else waitAgain()
    await dropped
  }

  const resume = async () => {
    const user = learner()
    if (user === undefined) return
    const left = await device.read(user)
    if (left) become([...left.filter(({ what }) => !names.has(nameOf(what))).map((entry) => ({ entry })), ...queue])
    // The entries of earlier pages are not known yet.
    else setTimeout(() => void resume(), UNREAD_PAUSE)
    await wake()
  }

  return {
    $waiting,
    add: (entry) => {
      const fresh = device.keep(entry)
      become([...queue, { entry, fresh }])
      void wake()
      return fresh
    },
    resume,
    wake,
  }
}

/**
 * Sends what waits: what earlier pages left now, and all of it when the network is back and when the page is looked at
 * again. @returns a function that ends it
 */
export function keepSending({ resume, wake }: Pick<Outbox<unknown>, 'resume' | 'wake'>): () => void {
  const now = () => void wake()
  const look = () => document.visibilityState === 'visible' && now()
  addEventListener('online', now)
  document.addEventListener('visibilitychange', look)
  void resume()
  return () => {
    removeEventListener('online', now)
    document.removeEventListener('visibilitychange', look)
  }
}
