import type { Context } from '#api/context.ts'
import { ApiError } from '#lib/errors.ts'
import { CodeNotSent, type CodeMessage } from '#providers/codes/code-sender.ts'
import { CODE_MINUTES } from './codes.ts'

/**
 * Hands a code to the provider, after the transaction that made it. The reason of a failure is for the log alone.
 * @throws ApiError 502 with `failure`
 */
export async function sendCode(
  { codes, log, requestId }: Context,
  message: Omit<CodeMessage, 'minutes'>,
  failure: string,
): Promise<void> {
  try {
    await codes.send({ ...message, minutes: CODE_MINUTES })
  } catch (error) {
    if (error instanceof CodeNotSent) log.error({ req: requestId, reason: error.message }, 'code not sent')
    else log.error({ req: requestId, err: error }, 'code not sent')
    throw new ApiError(502, failure)
  }
}
