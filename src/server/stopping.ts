/** How long a stopping process waits for requests that are under way. */
export const GRACE_MS = 10_000

/** How long the first process waits for the others beyond that, before it ends them. */
export const PATIENCE_MS = 5000

/**
 * The end of DRAIN_SECONDS, in which connections are kept again: whoever has no other server to go to would else be
 * connecting anew in the very moment in which the port is given up.
 */
export const SETTLE_MS = 500

/** How long connections stay after the port was given up, so that whoever uses them is answered, and told to go. */
export const LINGER_MS = 1000

/** How long the other end has to close a connection that was idle all that time. */
export const FAREWELL_MS = 500
