import CircleXIcon from 'virtual:lucide/circle-x'
import MinusIcon from 'virtual:lucide/minus'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import type { PacedQuestion } from '../results.contract.ts'

/** How a question came out, in words, a drawing and a colour: none of them alone. */
export const outcomes: Record<PacedQuestion['outcome'], { text: string; icon: typeof CircleCheckIcon; tone: string }> =
  {
    correct: { text: 'Correct', icon: CircleCheckIcon, tone: 'text-success' },
    incorrect: { text: 'Wrong', icon: CircleXIcon, tone: 'text-error' },
    answered: { text: 'Answered', icon: CircleCheckIcon, tone: 'text-primary' },
    unanswered: { text: 'Skipped', icon: MinusIcon, tone: 'text-muted' },
  }
