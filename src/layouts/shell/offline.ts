/** Shows and hides the banner that says the network is gone. */
export function watchNetwork(): void {
  const banner = document.querySelector('[data-offline]')
  if (!banner) return
  const show = () => {
    banner.textContent = navigator.onLine ? '' : 'You are offline. Some things will not load until you are back.'
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  show()
}
