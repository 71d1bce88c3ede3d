import { trustedScript } from '#lib/both/trusted.ts'

/**
 * Installs a worker of ours, which a browser then looks after by itself. Where it cannot be fetched it is asked for again
 * each time the network comes back: a page stays open through many a gap. Without it the page goes on.
 * @param script the worker's address, of our own site; it sees all pages below that
 */
export function installWorker(script: string): void {
  const done = new AbortController()
  const install = () =>
    void navigator.serviceWorker.register(trustedScript(script)).then(
      () => done.abort(),
      () => {
        // Refused for good or for now: which it is, no browser says.
      },
    )
  addEventListener('online', install, { signal: done.signal })
  install()
}
