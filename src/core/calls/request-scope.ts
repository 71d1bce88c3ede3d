import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestSpan } from '../metrics/tracing.ts'

/** The request on whose behalf code runs: what is told of a statement or a call to a provider names it. */
export interface RequestScope {
  requestId: string
  span: RequestSpan | undefined
}

export const requestScope = new AsyncLocalStorage<RequestScope>()

/** A function that, whenever it runs, runs on behalf of the request that is known now. */
export function asCaller<Given, Result>(run: (given: Given) => Result): (given: Given) => Result {
  const scope = requestScope.getStore()
  return scope ? (given) => requestScope.run(scope, run, given) : run
}
