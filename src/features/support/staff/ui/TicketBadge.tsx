import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { TicketState } from '../tickets.rules.ts'

const looks = {
  waiting: { tone: 'waiting', words: 'Waiting' },
  answered: { tone: 'good', words: 'Answered' },
  closed: { tone: 'plain', words: 'Closed' },
} as const

export function TicketBadge({ state }: { state: TicketState }) {
  return <StatusBadge tone={looks[state].tone}>{looks[state].words}</StatusBadge>
}
