import { textOf, valueIn } from '../../both/told.ts'

/** Good news that outlives a navigation: left on one page, told by the next. */

const KEY = 'padavu-flash'

/** Leaves messages for the next page of this tab. */
export function leaveFlash(messages: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(messages))
  } catch {
    // Without storage the next page says nothing; it shows the result all the same.
  }
}

/** Takes the messages; a reload does not show them again. */
export function takeFlash(): string[] {
  try {
    const found = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const told = valueIn(found)
    return Array.isArray(told) ? told.flatMap((one) => textOf(one) ?? []) : []
  } catch {
    return []
  }
}
