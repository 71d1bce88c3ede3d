import { installWorker } from '#lib/browser/device/install-worker.ts'

/**
 * Installs the worker that shows a page of ours where the next page cannot be had (away-worker.browser.ts). Only a secure
 * connection has workers, and development does without.
 */
export function installAwayWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) installWorker('/worker.js')
}

/** Shows and hides the banner that says the network is gone. */
export function watchNetwork(): void {
  const banner = document.querySelector('[data-offline]')
  if (!banner) return
  const show = () => {
    banner.textContent = navigator.onLine ? '' : 'You are offline. Some things will not load until you are back online.'
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}
