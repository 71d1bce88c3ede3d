import type * as z from 'zod/mini'
import type { Endpoint, InputOf } from '#lib/both/calls/endpoint.ts'
import type { Context, EnteringContext, LearnerContext, StaffContext } from '../context.ts'
import type { WithKept } from './kept-json.ts'
import type { Rank } from './turns.ts'
import type { Versioned } from './versioned.ts'

type ContextOf<E extends Endpoint> = {
  anyone: Context
  verified: LearnerContext
  learner: LearnerContext
  entering: EnteringContext
  staff: StaffContext
}[E['access']]

/** A declared call together with the function that answers it. */
export interface Route {
  endpoint: Endpoint
  run: (ctx: never, input: never) => Promise<unknown>
  /** Of a call that a whole hall makes in the same moment: it waits for its turn, and all others go before it. */
  rank?: Rank | undefined
}

/**
 * Binds a contract to its server function: `(ctx, input) => reply`. The reply is cut to the contract's allow-list. A reply
 * that callers ask for again and again may come as `new Versioned(version, make)`, one of which many callers share a
 * great part as `new WithKept(reply, kept)`.
 */
export function handle<E extends Endpoint, Reply extends z.input<E['reply']> = z.input<E['reply']>>(
  endpoint: E,
  run: (ctx: ContextOf<E>, input: InputOf<E>) => Promise<Reply | WithKept<Reply> | Versioned<Reply | WithKept<Reply>>>,
  rank?: Rank,
): Route {
  return { endpoint, run: run as Route['run'], rank }
}
