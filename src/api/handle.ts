import type * as z from 'zod/mini'
import type { Endpoint, InputOf } from '#lib/endpoint.ts'
import type { Context, LearnerContext } from './context.ts'
import type { WithKept } from './kept-json.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'verified' | 'learner' ? LearnerContext : Context

/** A declared call together with the function that answers it. */
export interface Route {
  endpoint: Endpoint
  run: (ctx: never, input: never) => Promise<unknown>
}

/** A reply that is made only for callers who do not have this version of it yet. */
export class Versioned<Reply> {
  readonly etag: string
  readonly make: () => Promise<Reply>

  constructor(version: string, make: () => Promise<Reply>) {
    this.etag = `W/"${version}"`
    this.make = make
  }

  /** True when an If-None-Match header names this version: the answer is then 304. */
  isKnownBy(ifNoneMatch: string | undefined): boolean {
    return ifNoneMatch?.split(/\s*,\s*/).includes(this.etag) ?? false
  }
}

/**
 * Binds a contract to its server function: `(ctx, input) => reply`. The reply is cut to the contract's allow-list. A reply
 * that callers ask for again and again may come as `new Versioned(version, make)`, one whose greater part many callers share
 * as `new WithKept(reply, name, kept)`.
 */
export function handle<E extends Endpoint, Reply extends z.input<E['reply']> = z.input<E['reply']>>(
  endpoint: E,
  run: (ctx: ContextOf<E>, input: InputOf<E>) => Promise<Reply | Versioned<Reply> | WithKept<Reply>>,
): Route {
  return { endpoint, run: run as Route['run'] }
}
