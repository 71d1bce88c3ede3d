import { ApiError } from '../../both/calls/errors.ts'
import type { NameRequest } from './staff-call.ts'

/**
 * Names requests that send a draft. The name is stored with the draft before the request goes out, so that a draft that is
 * sent again after a reload, or after another log-in, creates nothing a second time.
 */

/** Name of the request that was sent and not answered, if there is one. */
export interface RequestKey {
  current: string | undefined
}

/** As it was stored. @returns undefined for what is no name of a request */
export const readRequestKey = (stored: unknown): string | undefined =>
  typeof stored === 'string' && /^[\w-]{10,40}$/.test(stored) ? stored : undefined

/**
 * Sends a draft. A request without an answer keeps its name, whatever is changed in the draft: the server refuses the name
 * for another input when the first request arrived, and creates what is sent now when it did not.
 * @param store keeps the draft with its `key`, or without
 * @throws as `send`; ApiError 409 when an earlier request arrived with another input: the next one has a new name
 */
export async function sendOnce<Reply>(
  key: RequestKey,
  store: () => void,
  send: (nameRequest: NameRequest) => Promise<Reply>,
): Promise<Reply> {
  const isRepeat = key.current !== undefined
  try {
    const reply = await send((name) => {
      key.current ??= name
      store()
      return key.current
    })
    key.current = undefined
    return reply
  } catch (error) {
    if (key.current === undefined || !(error instanceof ApiError)) throw error
    // The refusal of a repeat can come before the server looks for the name, so it does not tell whether the first arrived.
    const isRefused = error.status < 500 && !isRepeat
    if (isRefused || isOfAnother(error)) {
      key.current = undefined
      store()
    }
    throw isOfAnother(error) ? new ApiError(409, ARRIVED_BEFORE) : error
  }
}

export const ARRIVED_BEFORE =
  'This form was sent before with other values, and that request was received. Please check its result. If you send the form again, it will be a new request.'

/** A refund has its name in the body's `key`. */
const isOfAnother = ({ code, errors }: ApiError) =>
  code === 'idempotency_key_reused' || (code === 'conflict' && errors?.key !== undefined)
