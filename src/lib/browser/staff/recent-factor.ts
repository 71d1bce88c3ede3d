import { atom } from 'nanostores'

/** Ends the question that is open. Undefined: nothing is asked. */
export const $confirming = atom<((isConfirmed: boolean) => void) | undefined>()

let pending: Promise<boolean> | undefined

// The island with the dialog listens (features/staff/session/ui). Without it nobody can answer.
const isDialogLost = () => $confirming.lc === 0 && document.documentElement.dataset.lost !== undefined

// Astro's event for an island whose script did not load; layouts/head/head-script.ts has noted it by then.
globalThis.addEventListener?.('astro:hydration-error', () => {
  if (isDialogLost()) $confirming.get()?.(false)
})

/**
 * Asks for the second factor in a dialog (features/staff/confirm/ui). Calls that need it at the same time share one dialog.
 * @returns false when the dialog is cancelled, or its script did not load
 */
export function askForFactor(): Promise<boolean> {
  if (isDialogLost()) return Promise.resolve(false)
  pending ??= new Promise((resolve) =>
    $confirming.set((isConfirmed) => {
      pending = undefined
      $confirming.set(undefined)
      resolve(isConfirmed)
    }),
  )
  return pending
}
