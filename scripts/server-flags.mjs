// How Node is started for the server, wherever something of ours starts it: `npm start`, the container, the unit and the
// measurements. docs/decisions/0060-what-many-read-alike.md says what each is worth.

/**
 * Space for new values: V8 lets it grow to 134 MB on a machine with much memory, of which the server needs a part. When the
 * rest is collected the server says by itself (src/server/heap.ts).
 * @type {readonly string[]}
 */
export const serverFlags = ['--max-semi-space-size=16']

/**
 * Without NODE_ENV React draws islands as it does for who develops with it, with checks and slower. The C library gives
 * threads that compress memory of their own, and keeps what they free for each.
 * @type {Readonly<Record<string, string>>}
 */
export const serverEnvironment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }
