import { SECOND } from '#lib/both/time/clock.ts'
import { CodeNotSent } from './code-sender.ts'

/** How long a provider may take before the learner is told to try again. */
const TIMEOUT = 8 * SECOND

export interface Posted {
  status: number
  /** The parsed answer, or undefined when it is not JSON. */
  reply: unknown
}

/**
 * Posts to a provider and reads its JSON answer.
 * @throws CodeNotSent when there is no answer in time
 */
export async function post(
  address: string,
  body: BodyInit,
  headers: Record<string, string>,
  timeout = TIMEOUT,
): Promise<Posted> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    return { status: response.status, reply: parsed(text) }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    throw new CodeNotSent(
      name === 'TimeoutError' ? `no answer in ${timeout} ms` : `${message} ${cause?.code ?? ''}`.trim(),
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
