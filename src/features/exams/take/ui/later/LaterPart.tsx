import { Later, loadLater, type LaterProps } from '#ui/states/Later.tsx'

const part = { name: 'exam', load: () => import('./parts.ts') }

type Parts = Awaited<ReturnType<typeof part.load>>

/**
 * Fetches what the exam screen shows later: all questions, the summary, the help, the end. Called once the screen is used,
 * or some seconds old (Running.tsx), so that it is there without a network.
 */
export const loadParts = () => loadLater(part)

/** Shows one of these parts. Where their code could not be fetched, an error with a retry stands in its place. */
export function LaterPart(props: Omit<LaterProps<Parts>, 'name' | 'load'>) {
  return <Later {...part} {...props} />
}
