/**
 * Lets the server that `npm start` has started end with it, also when that is killed without a word: it holds the other
 * end of a channel, which the system closes. A server that something else has started (systemd, a container) has none.
 */
export function endWithStarter(): void {
  if (process.env.PADAVU_STARTER === undefined || !process.connected) return
  // The processes that this one starts have channels of their own.
  delete process.env.PADAVU_STARTER
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
