import { atom, type ReadableAtom } from 'nanostores'
import { askedPause, prospectOf } from '../../both/calls/prospect.ts'
import type { Entry, KeptEntries } from './kept-entries.ts'

/** What became of it. `waiting`: it could not be sent and will be tried again; `refused`: the server does not take it. */
export type Fate<Reply> =
  { is: 'sent'; reply: Reply } | { is: 'waiting'; onDevice: boolean } | { is: 'refused'; message: string }

/** The fate of what had waited. */
export type LateFate<Reply> = Exclude<Fate<Reply>, { is: 'waiting' }>

export type Delivery = 'sending' | Fate<unknown>['is']

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
  /** Something that had waited arrived, or was refused. */
  onLate?: (what: What, fate: LateFate<Reply>) => void
}

export interface Outbox<What, Reply> {
  /** By name. */
  $deliveries: ReadableAtom<Readonly<Record<string, Delivery>>>
  /** What waits to be sent, oldest first. */
  $waiting: ReadableAtom<readonly What[]>
  /**
   * Keeps it on this device and sends it, after what waits already. `kept` resolves as soon as this device has it, with
   * false where it cannot; `fate` when it has been tried.
   */
  add: (entry: Entry<What>) => { kept: Promise<boolean>; fate: Promise<Fate<Reply>> }
  /** Takes up what earlier pages left. The promise resolves when all has been tried. */
  resume: () => Promise<void>
  /** Tries now what waits: the network is back, or the page is looked at again. Resolves when all has been tried. */
  wake: () => Promise<void>
}

/** Milliseconds that a request may take before it counts as unanswered. */
const REQUEST_LIMIT = 10_000

/** Milliseconds between tries; the last again and again. */
const PAUSES = [2000, 5000, 15_000, 30_000]

interface Queued<What, Reply> {
  entry: Entry<What>
  name: string
  kept: Promise<boolean>
  waits: boolean
  /** Tells the fate to who added it; of what waits it is told late. */
  tell?: ((fate: Fate<Reply>) => void) | undefined
}

/**
 * Sends what learners do until the server has it, in order. Each has a name of its own, so that one which arrived although
 * its reply was lost counts once. Each is sent for its own learner only: it waits while nobody or somebody else is logged in.
 */
export function outbox<What, Reply>(ports: OutboxPorts<What, Reply>): Outbox<What, Reply> {
  type One = Queued<What, Reply>
  const $deliveries = atom<Readonly<Record<string, Delivery>>>({})
  const $waiting = atom<readonly What[]>([])
  let queue: One[] = []
  let sending: Promise<void> | undefined
  let tries = 0
  /** Milliseconds that the server asked to be left alone for with its last error. */
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = ({ name }: One, delivery: Delivery) => {
    $deliveries.set({ ...$deliveries.get(), [name]: delivery })
    $waiting.set(queue.filter(({ waits }) => waits).map(({ entry }) => entry.what))
  }

  const end = async (one: One, fate: LateFate<Reply>) => {
    queue = queue.filter((other) => other !== one)
    tries = 0
    note(one, fate.is)
    await one.kept
    await ports.device.drop(one.entry)
    if (one.tell) one.tell(fate)
    else ports.onLate?.(one.entry.what, fate)
  }

  const putOff = (one: One) => {
    if (one.waits) return
    const { tell, kept } = one
    one.waits = true
    one.tell = undefined
    note(one, 'waiting')
    if (tell) void kept.then((onDevice) => tell({ is: 'waiting', onDevice }))
  }

  /** @returns false when the rest has to wait too */
  const sendOne = async (one: One): Promise<boolean> => {
    let reply: Reply
    try {
      reply = await ports.send(one.entry.what, AbortSignal.timeout(REQUEST_LIMIT))
    } catch (error) {
      asked = askedPause(error)
      const prospect = prospectOf(error)
      if (prospect === 'refused') {
        await end(one, { is: 'refused', message: error instanceof Error ? error.message : '' })
        return true
      }
      putOff(one)
      // What the server cannot take now, without asking to be left alone, is no reason against the others.
      return prospect === 'later' && asked === 0
    }
    asked = 0
    await end(one, { is: 'sent', reply })
    return true
  }

  // Asked anew before each is sent: another tab may have changed who is logged in.
  const next = (tried?: Set<One>) => queue.find((one) => one.entry.user === ports.learner() && !tried?.has(one))

  const sendAll = async () => {
    clearTimeout(timer)
    const tried = new Set<One>()
    let going = true
    for (let one = next(tried); one && going; one = next(tried)) {
      tried.add(one)
      going = await sendOne(one)
    }
    sending = undefined
    waitAgain()
  }

  const waitAgain = () => {
    clearTimeout(timer)
    if (queue.length === 0) return
    for (const one of queue) putOff(one)
    timer = setTimeout(() => void wake(), Math.max(PAUSES[Math.min(tries++, PAUSES.length - 1)]!, asked))
  }

  const wake = async () => {
    if (sending || next()) await (sending ??= sendAll())
    else waitAgain()
  }

  return {
    $deliveries,
    $waiting,
    add: (entry) => {
      const kept = ports.device.keep(entry)
      const one: One = { entry, name: ports.nameOf(entry.what), kept, waits: false }
      const fate = new Promise<Fate<Reply>>((tell) => (one.tell = tell))
      queue = [...queue, one]
      note(one, 'sending')
      void wake()
      return { kept, fate }
    },
    resume: async () => {
      const learner = ports.learner()
      const read = learner === undefined ? [] : await ports.device.read(learner)
      const left = read
        .map((entry): One => ({ entry, name: ports.nameOf(entry.what), kept: Promise.resolve(true), waits: true }))
        .filter(({ name }) => !(name in $deliveries.get()))
      queue = [...left, ...queue]
      for (const one of left) note(one, 'waiting')
      await wake()
    },
    wake,
  }
}

/**
 * Sends what waits: what earlier pages left now, and all of it when the network is back and when the page is looked at
 * again. @returns a function that ends it
 */
export function keepSending({ resume, wake }: Pick<Outbox<unknown, unknown>, 'resume' | 'wake'>): () => void {
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
