import { randomName } from '#lib/random-name.ts'
import { keepWriter, readWriter } from './running-exam.browser.ts'

/**
 * Which tab of this browser writes to an exam. The server decides between names; this tells the tabs of one browser apart,
 * so that a reload goes on under the name of before while a second tab takes another, and it tells the first at once when
 * the second takes over.
 */

/** Milliseconds that a page waits for the one before it, which a reload may not have ended yet. */
const HANDOVER = 400

/** Counts the locks asked for: one that this tab itself replaced is not lost. */
let turn = 0

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
  turn += 1
  const mine = turn
  return new Promise((resolve) => {
    let held = false
    const options = take ? { steal: true } : { signal: AbortSignal.timeout(HANDOVER) }
    navigator.locks
      .request(name, options, () => {
        held = true
        resolve(true)
        // Until the page is gone.
        return new Promise(() => {})
      })
      .catch(() => {
        resolve(false)
        if (held && mine === turn) onLost()
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
