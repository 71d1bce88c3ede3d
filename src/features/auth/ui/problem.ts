import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { toast } from '#ui/Toasts.tsx'
import { BLOCKED } from '../login-form.rules.ts'

const OFFLINE = 'The server cannot be reached. Check your connection and try again; what you typed is still here.'

/**
 * Tells the learner that a call failed: with a toast, as the catalogue has it, or, when it will be a while before trying
 * again helps, with a note that stays.
 * @returns the note
 */
export function report(error: unknown, texts: { refused: string; unreachable?: string }): string | undefined {
  if (error instanceof ApiError) {
    if (error.status === 429 || error.code === BLOCKED) return error.message
    toast.error(error.message || texts.refused)
    return undefined
  }
  toast.error(texts.unreachable ?? texts.refused)
  return error instanceof Unreachable ? OFFLINE : undefined
}
