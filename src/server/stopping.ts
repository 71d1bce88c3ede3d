/** How long a stopping process waits for requests that are under way. */
export const GRACE_MS = 10_000

/** How long the first process waits for the others beyond that, before it ends them. */
export const PATIENCE_MS = 5000
