import { retryable } from '#lib/browser/call/retryable.ts'
import { Later, type LaterProps } from '#ui/states/Later.tsx'

/**
 * Fetches what the exam screen shows later: all questions, the summary, the help, the end. Asked for once the screen is
 * used, or some seconds old (Running.tsx), so that it is there without a network.
 */
export const loadParts = retryable(() => import('./parts.ts'))

type Parts = Awaited<ReturnType<typeof loadParts>>

/** One of them; where it cannot be had, that is said in its place and it can be asked for again. */
export function LaterPart(props: Omit<LaterProps<Parts>, 'name' | 'load'>) {
  return <Later name="exam" load={loadParts} {...props} />
}
