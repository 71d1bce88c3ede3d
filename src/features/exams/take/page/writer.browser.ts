import { randomName } from '#lib/both/random-name.ts'
import { keepWriter, readWriter } from '../../offline/running-exam.browser.ts'

/**
 * Which tab of this browser writes to an exam. The server decides between names; this tells the tabs of one browser apart,
 * so that a reload goes on under the name of before while a second tab takes another, and it tells the first at once when
 * the second takes over.
 */

/** Milliseconds that a page waits for the one before it, which a reload may not have ended yet, and between two looks. */
const HANDOVER = 600
const LOOK = 50

/** The request that holds each lock of this page: a lock that this page itself took over is not lost. */
const held = new Map<string, object>()

/** A name that nobody else has. */
export function newWriterName(): string {
  return randomName(16)
}

/** The name of this browser for a learner's exam, made when there is none yet. */
export async function writerName(user: number, exam: number): Promise<string> {
  const known = await readWriter(user, exam)
  if (known) return known
  const name = newWriterName()
  await keepWriter(user, exam, name)
  return name
}

/**
 * Makes this the tab that writes.
 * @param take from a living tab as well; otherwise that tab keeps it
 * @param onLost another tab has taken it
 * @returns false when another tab has it
 */
export function lockWriter(user: number, exam: number, take: boolean, onLost: () => void): Promise<boolean> {
  const name = `padavu-exam-${user}-${exam}`
  // Without a secure connection there are no locks; a reload is told from a new tab by what only the tab remembers.
  if (!navigator.locks) return Promise.resolve(rememberedByTab(name, take))
  return take ? request(name, { steal: true }, onLost) : requestFree(name, onLost)
}

/**
 * Asks until the lock is there, or is not free once the time of a handover has passed. Every look is answered: a request
 * that gives up after a time would take a device that is slow to answer for a second tab.
 */
async function requestFree(name: string, onLost: () => void): Promise<boolean> {
  const patience = performance.now() + HANDOVER
  for (;;) {
    const last = performance.now() >= patience
    // An earlier load of this page has the lock, which is free for no later request.
    if (held.has(name) || (await request(name, { ifAvailable: true }, onLost))) return true
    if (last) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}

/** Holds the lock until the page is gone or another tab takes it. @returns false when it is not free */
function request(name: string, options: LockOptions, onLost: () => void): Promise<boolean> {
  const mine = {}
  if (options.steal) held.set(name, mine)
  return new Promise((resolve) => {
    navigator.locks
      .request(name, options, (lock) => {
        if (lock) held.set(name, mine)
        resolve(lock !== null)
        // Until the page is gone.
        return lock && new Promise(() => {})
      })
      .catch(() => {
        resolve(false)
        if (held.get(name) !== mine) return
        held.delete(name)
        onLost()
      })
  })
}

function rememberedByTab(name: string, take: boolean): boolean {
  try {
    if (take) sessionStorage.setItem(name, 'writes')
    return sessionStorage.getItem(name) !== null
  } catch {
    return take
  }
}
