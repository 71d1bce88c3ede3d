/** Where a ticket stands in the work of those who answer. */
export const ticketStates = ['waiting', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** Waiting until somebody has answered what the learner wrote last, unless it is closed. */
export function stateOf({ mode, waiting_since }: { mode: string; waiting_since: number | null }): TicketState {
  if (mode === 'closed') return 'closed'
  return waiting_since === null ? 'answered' : 'waiting'
}

/** Tickets of a state that are counted; of more, that there are more. */
export const MOST_COUNTED = 1000
