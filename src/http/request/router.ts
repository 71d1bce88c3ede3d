import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/** Of paths that stand for more than themselves. */
const PATTERN = /[:*{?]/

/**
 * Hono's router, asked once for each address that has a route of its own and no parameters, which is most of what is called:
 * what it finds there is always the same, and it looks through the routes of every level for it.
 */
export class KnowingRouter<Handler> implements Router<Handler> {
  readonly name = 'KnowingRouter'
  readonly #router = new TrieRouter<Handler>()
  /** By path, then by method. */
  readonly #known = new Map<string, Map<string, Result<Handler>>>()

  add(method: string, path: string, handler: Handler): void {
    this.#router.add(method, path, handler)
    if (!PATTERN.test(path)) this.#known.set(path, new Map())
  }

  match(method: string, path: string): Result<Handler> {
    const known = this.#known.get(path)
    const found = known?.get(method) ?? this.#router.match(method, path)
    known?.set(method, found)
    return found
  }
}
