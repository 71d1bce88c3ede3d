import { atom } from 'nanostores'
import { ApiError } from '#lib/both/calls/errors.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import * as contracts from './account.contract.ts'

/** New recovery codes in the dialog, which the server stores as hashes alone. */
export interface NewCodes {
  codes: readonly string[]
  /** Name of the set, by which it is confirmed. */
  batch: string
  isConfirming: boolean
  /** A confirmation was sent and its reply is lost: these codes or the old ones work. */
  isUnknown: boolean
}

/** Undefined while the dialog is closed. */
export const $newCodes = atom<NewCodes | undefined>()

/** Generates codes and opens the dialog. @throws as staffCall */
export async function offerNewCodes(): Promise<void> {
  const { recovery_codes: codes, batch } = await staffCall(contracts.renewRecoveryCodes)
  $newCodes.set({ codes, batch, isConfirming: false, isUnknown: false })
}

/**
 * Makes the new codes work in place of the old ones, and closes the dialog. May be repeated after a failure.
 * @returns the server's message
 * @throws as staffCall; the dialog stays open
 */
export async function confirmNewCodes(shown: NewCodes): Promise<string> {
  $newCodes.set({ ...shown, isConfirming: true })
  try {
    const { message } = await staffCall(contracts.confirmRecoveryCodes, { body: { batch: shown.batch } })
    $newCodes.set(undefined)
    return message
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500
    $newCodes.set({ ...shown, isConfirming: false, isUnknown: shown.isUnknown || !isRefused })
    throw error
  }
}

/** Closes the dialog. @returns whether the old codes certainly still work */
export function leaveNewCodes(): boolean {
  const isUnknown = $newCodes.get()?.isUnknown ?? false
  $newCodes.set(undefined)
  return !isUnknown
}
