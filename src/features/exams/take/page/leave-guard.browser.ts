import { hasFields } from '#lib/both/told.ts'

/**
 * What a browser's 'back', or a phone's gesture, does on the exam screen. While it is guarded the screen stands in the
 * history twice, so that the first 'back' stays on the page and can be asked about. It never traps: whoever goes back once
 * more while the question stands leaves, and so does everybody once the exam is over.
 */

type Place = 'before' | 'inside'

const KEY = 'padavuExam'
/** Milliseconds until a browser that does not answer is taken to have gone back. */
const PATIENCE = 2000

export interface Guard {
  /** Somebody wants to go back. */
  onBack: () => void
  /** And has come forward again. */
  onReturn: () => void
}

let guard: Guard | undefined
/** The question stands, or was answered with leaving. */
let asked = false
let leaving = false

const placeOf = (state: unknown) => (hasFields(state) ? state[KEY] : undefined)
const markOf = (place: Place) => ({ [KEY]: place })

/** Listens for 'back' as long as the page lives. */
export function watchBack(): void {
  addEventListener('popstate', ({ state }) => {
    if (leaving) return
    const place = placeOf(state)
    if (place === 'inside') {
      asked = false
      guard?.onReturn()
    } else if (place !== 'before') return
    else if (guard) {
      asked = true
      guard.onBack()
    }
    // There is nothing to ask about: on to where 'back' was meant to lead.
    else history.back()
  })
}

/** Asks before the screen is left from now on. @returns a function that ends it */
export function guardBack(asks: Guard): () => void {
  guard = asks
  stay()
  return () => {
    if (guard !== asks) return
    guard = undefined
    asked = false
  }
}

/** Whoever leaves now has been asked, and told what becomes of the answers. */
export const isAsked = () => asked

/** The question was answered with staying: the next 'back' asks again. A reload is where it was. */
export function stay(): void {
  asked = false
  if (placeOf(history.state) === 'inside') return
  history.replaceState(markOf('before'), '')
  history.pushState(markOf('inside'), '')
}

/** The question was answered with leaving. */
export function exitTo(path: string): void {
  asked = true
  location.assign(path)
}

/** Goes to a page that takes the exam's place in the history. */
export async function leaveFor(path: string): Promise<void> {
  leaving = true
  if (placeOf(history.state) === 'inside') {
    await new Promise<unknown>((resolve) => {
      addEventListener('popstate', resolve, { once: true })
      setTimeout(resolve, PATIENCE)
      history.back()
    })
  }
  location.replace(path)
}
