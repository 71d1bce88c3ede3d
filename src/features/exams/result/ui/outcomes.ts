import { CrossIcon, MinusIcon, TickIcon } from '#features/questions/ui/icons.tsx'
import type { PacedQuestion } from '../results.contract.ts'

/** How a question came out, in words, a drawing and a colour: none of them alone. */
export const outcomes: Record<PacedQuestion['outcome'], { text: string; icon: typeof TickIcon; tone: string }> = {
  correct: { text: 'Correct', icon: TickIcon, tone: 'text-success' },
  incorrect: { text: 'Wrong', icon: CrossIcon, tone: 'text-error' },
  answered: { text: 'Answered', icon: TickIcon, tone: 'text-primary' },
  unanswered: { text: 'Skipped', icon: MinusIcon, tone: 'text-muted' },
}
