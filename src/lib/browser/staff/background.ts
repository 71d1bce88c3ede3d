/**
 * Background calls of the console: those that a timer or an event of the page makes, not a person. They carry
 * BACKGROUND_HEADER and do not renew the session (docs/decisions/0088-idle-sessions-and-typed-text.md).
 */

let depth = 0

/** Runs a function whose staff calls are background calls, as far as it makes them before it first waits. */
export function inBackground<Result>(run: () => Result): Result {
  depth += 1
  try {
    return run()
  } finally {
    depth -= 1
  }
}

/** True while calls are background calls. */
export const isBackground = (): boolean => depth > 0

// Loaders (call/loading.ts) repeat a failed call when the network is back. This listener runs before theirs.
globalThis.addEventListener?.(
  'online',
  () => {
    depth += 1
    setTimeout(() => (depth -= 1))
  },
  { capture: true },
)
