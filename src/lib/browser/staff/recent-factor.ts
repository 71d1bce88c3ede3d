import { atom } from 'nanostores'

/** Ends the question that is open. Undefined: nothing is asked. */
export const $confirming = atom<((isConfirmed: boolean) => void) | undefined>()

let pending: Promise<boolean> | undefined

/**
 * Asks for the second factor in a dialog (features/staff/confirm/ui). Calls that need it at the same time share one dialog.
 * @returns false when the dialog is cancelled
 */
export function askForFactor(): Promise<boolean> {
  pending ??= new Promise((resolve) =>
    $confirming.set((isConfirmed) => {
      pending = undefined
      $confirming.set(undefined)
      resolve(isConfirmed)
    }),
  )
  return pending
}
